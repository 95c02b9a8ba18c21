// Files that are either wholly the old ones or wholly the new ones, and digests of contents.
