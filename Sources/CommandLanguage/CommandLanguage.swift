// One declaration per command: parsing, help, completion, reference page. Knows no faces.
