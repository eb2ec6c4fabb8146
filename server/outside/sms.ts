import type { Outbox } from './outbox.ts';

export type TwilioSettings = { accountSid: string; authToken: string; from: string };
export type Sms = { send(to: string, text: string): Promise<void> };

/** Sends through Twilio if it is set up, and into the local outbox otherwise. */
export function createSms(twilio: TwilioSettings | undefined, outbox: Outbox): Sms {
  if (!twilio) {
    return {
      send: (recipient, text) =>
        outbox.put({ channel: 'sms', recipient, subject: '', html: '', text }),
    };
  }
  const { accountSid, authToken, from } = twilio;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    async send(to, text) {
      const response = await fetch(
        `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
        {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
          body: new URLSearchParams({ To: `+${to}`, [sender]: from, Body: text }),
          signal: AbortSignal.timeout(15_000),
        },
      );
      // The queue tries again later.
      if (!response.ok) throw new Error(`Twilio answered ${response.status}.`);
    },
  };
}
