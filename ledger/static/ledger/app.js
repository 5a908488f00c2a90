// The table's script comes here.
