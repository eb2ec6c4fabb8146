type Refusal = { response: string; responseCode: number; command: string };

/**
 * The server does not know the receiver or does not want the mail: trying again changes nothing.
 * But a server that has not accepted anything from us yet and gives no reason, as OpenSMTPD does,
 * may refuse to relay at all.
 */
export function isRefusal(error: unknown, hasTakenOurs: boolean): error is Refusal {
  const { response, responseCode, command } = error as Partial<Refusal>;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  if (!isFinal || !isOfThisMail || typeof response !== 'string') return false;
  return (hasTakenOurs || numbered.test(response)) && !isOfSender(response);
}

/** RFC 3463: the subject of an enhanced status code. */
const numbered = /^\d{3}[ -]5\.\d/;

/**
 * A refused sender or password, or an exhausted daily quota, is for the operator to fix. Many
 * servers report these at the receiver (Postfix waits until it knows all of them) or for the whole
 * mail (Microsoft and Amazon do).
 */
function isOfSender(response: string): boolean {
  // An address may contain the very words that are searched for.
  const said = response.replaceAll(/<[^>]*>|\S+@\S+/g, '');
  if (ofReceiver.test(said)) return false;
  return ofSender.some((pattern) => pattern.test(said));
}

/** RFC 3463: the receiver's address, and their mailbox. */
const ofReceiver = /(^|[^\d.])5\.(1\.(1|2|3|6|10)|2\.[1-4])(?!\.?\d)/;

const ofSender = [
  // Demands another password, or any at all.
  /^5(25|30|34|35|38)\b/,
  // The sender's address, daily quotas, passwords, domain signatures, and account permissions.
  /(^|[^\d.])5\.(1\.[78]|4\.5|7\.([89]|2\d|57|60|64)|2\.252)(?!\.?\d)/,
  /\b(senders?|send as|sendas\w*|from address|relay(ing)?|helo|ehlo|client host|access denied)\b/i,
  /\b(not verified|unverified|\w*authenti\w+|(not |un)authori[sz]ed|credentials|permissions?|spf|dkim|dmarc)\b/i,
  /\b(sending|relay|rate|daily|hourly)\b.{0,40}\b(limits?|quota)\b|\bper (hour|day)\b/i,
];
