-- The link of a new mailbox was pressed, by a browser that nobody knows until it brings its code: the address waits here to
-- be proved, and nobody is signed out meanwhile. The code is the flow's, so a column of it says what it proves.
alter table auth.flow_state add column proves_email text;
