type Refusal = { response: string; responseCode: number; command: string };

/**
 * The server knows no such receiver, or wants no such mail: to ask again changes nothing. One that has taken nothing of us yet
 * and gives no reason, as OpenSMTPD does, may relay nothing at all.
 */
export function isRefusal(error: unknown, hasTakenOurs: boolean): error is Refusal {
  const { response, responseCode, command } = error as Partial<Refusal>;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  if (!isFinal || !isOfThisMail || typeof response !== 'string') return false;
  return (hasTakenOurs || numbered.test(response)) && !isOfSender(response);
}

/** RFC 3463: what it is about. */
const numbered = /^\d{3}[ -]5\.\d/;

/**
 * A sender or a password that is refused, and all that may be sent in a day, are the operator's to put right. Many servers
 * say so of the receiver (Postfix waits until it knows them all) or of the whole mail (Microsoft and Amazon do).
 */
function isOfSender(response: string): boolean {
  // An address may be called as the words are that are looked for.
  const said = response.replaceAll(/<[^>]*>|\S+@\S+/g, '');
  if (ofReceiver.test(said)) return false;
  return ofSender.some((pattern) => pattern.test(said));
}

/** RFC 3463: the address of the receiver, and their mailbox. */
const ofReceiver = /(^|[^\d.])5\.(1\.(1|2|3|6|10)|2\.[1-4])(?!\.?\d)/;

const ofSender = [
  // Asks for another password, or for one at all.
  /^5(25|30|34|35|38)\b/,
  // The sender's address, what may be sent in a day, passwords, signatures of the domain, and rights of an account.
  /(^|[^\d.])5\.(1\.[78]|4\.5|7\.([89]|2\d|57|60|64)|2\.252)(?!\.?\d)/,
  /\b(senders?|send as|sendas\w*|from address|relay(ing)?|helo|ehlo|client host|access denied)\b/i,
  /\b(not verified|unverified|\w*authenti\w+|(not |un)authori[sz]ed|credentials|permissions?|spf|dkim|dmarc)\b/i,
  /\b(sending|relay|rate|daily|hourly)\b.{0,40}\b(limits?|quota)\b|\bper (hour|day)\b/i,
];
