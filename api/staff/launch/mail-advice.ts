/** What an owner can fix, by the mail server's answer or the connection error. The first match counts. */
const known: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /wrong version number|Greeting never received/,
    'The port and the beginning of SMTP_URL do not belong together: smtps:// goes with port 465, smtp:// with 587.',
  ],
  [
    /E(CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN)\b|Connection timeout/,
    'Nothing answers under the name and port in SMTP_URL. Is the name spelled correctly? Many hosts close port 25: use smtps:// with port 465, or smtp:// with 587.',
  ],
  [
    /certificate|altnames/,
    'The certificate of the mail server is not one for the name in SMTP_URL: use the name that its provider gives for mail programs.',
  ],
  [
    /\b53[045]\b|Invalid login|Missing credentials/,
    'The mail server does not take the user or the password in SMTP_URL. Some providers want a password made for programs (an “app password”), and characters such as @ / # % have to be written as %-codes.',
  ],
  [
    /sender|MAIL FROM|send as|5\.7\.60|not owned/i,
    'The mail server does not let this user send as MAIL_FROM: set an address of the account, or allow it there.',
  ],
  [
    /\b4\d\d\b/,
    'The mail server asks us to try again later. Other emails are retried by themselves.',
  ],
];

/** The original message is for whoever runs the mail server. */
export function withAdvice(said: string): string {
  const advice = known.find(([pattern]) => pattern.test(said))?.[1];
  return advice ? `${advice} Its words: ${said}` : said;
}
