-- 5.1.7 and 5.1.8 are about the sender's address (RFC 3463), as is "Sender address rejected: Domain not found". With our own
-- name server away for an hour, three mails to an address would have counted as a mailbox that is gone: no alert for a month,
-- and no newsletter for half a year. Decision 193.
create or replace function private.says_no_mailbox(said text) returns boolean
language sql immutable set search_path = '' as $$
  select said ~ '\m5\.(1\.(1|2|3|6|10)|2\.1)(?!\.?\d)' or said !~ '\m5\.\d+\.\d' and said !~* '\msender'
    and said ~* '(no such|unknown|invalid|disabled|inactive) (user|mailbox|recipient|address)|(user|mailbox|recipient|address|account)[^.]{0,40}(unknown|not exist|not found|disabled)|have an? [^ ]+ account'
$$;
