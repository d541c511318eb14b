-- A cursor may have been written while the clock was ahead: the refunds of the last thirty days are read once more.
delete from gateway_cursors where name = 'refunds';
