// Connections, statements, transactions and migrations.
