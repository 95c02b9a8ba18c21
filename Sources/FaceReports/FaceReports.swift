// Tables and charts and their renderers.
