import { describe, expect, it } from 'vitest';
import { resources } from '#app/content/resources.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { sha256 } from '../secrets.ts';
import { cleanNewsletter, writeNewsletterMail } from './newsletter.ts';

const { actors, database, post } = await openTestApi();
const visitor = actors.anonymous.client;
const { consent, consentVersion: consent_version } = resources.newsletter;

describe('subscribing', () => {
  it('counts only after the mailbox’s owner has confirmed', async () => {
    const email = newAddress();
    expect(await subscribe(` ${email.toUpperCase()} `)).toBe(true);
    const [mail] = await post.sentTo(email);
    expect(mail?.subject).toContain('Confirm your subscription');
    expect(await confirmedAt(email)).toBeNull();

    expect(await confirm(tokenIn(mail?.text, 'confirm'))).toBe(true);
    expect(await confirmedAt(email)).not.toBeNull();
    const [welcome] = await post.sentTo(email);
    expect(welcome?.subject).toContain('You are subscribed');
  });

  it('stores when somebody agreed, and to which text', async () => {
    const email = newAddress();
    await subscribe(email);
    const { rows } = await database.asService.query<{ consent_text: string; age: number }>({
      text: `select consent_text, extract(epoch from now() - consented_at)::float as age
        from public.newsletter_subscribers where email = $1`,
      values: [email],
    });
    expect(rows[0]?.consent_text).toBe(consent);
    expect(rows[0]?.age).toBeLessThan(60);
  });

  it('accepts only the form’s own consent text', async () => {
    const address = newAddress();
    const invented = { address, consent: 'I agree to anything at all.' };
    const told = await visitor.rpc('subscribe_to_newsletter', invented as never);
    expect(told.status).toBe(404);
    const { error, status } = await visitor
      .rpc('subscribe_to_newsletter', { address, consent_version: 99 })
      .setHeader('x-client-address', newClient());
    expect({ status, message: error?.message }).toEqual({
      status: 400,
      message: 'These are not the words of the form. Load the page again.',
    });
    expect(await post.sentTo(address)).toEqual([]);
  });

  it('answers alike for a new, a pending and a confirmed address, and only emails the new one', async () => {
    const email = newAddress();
    const answers = [await subscribe(email), await subscribe(email)];
    const mails = await post.sentTo(email);
    expect(mails).toHaveLength(1);
    // Nor the same mailbox under another spelling.
    const alias = email.replace('@', '+again@');
    expect(await subscribe(alias)).toBe(true);
    expect(await post.sentTo(alias)).toEqual([]);
    await confirm(tokenIn(mails[0]?.text, 'confirm'));
    answers.push(await subscribe(email));
    expect(answers).toEqual([true, true, true]);
    expect(await post.sentTo(email)).toHaveLength(2); // the welcome
  });

  it('is refused after ten attempts from one client in an hour', async () => {
    const client = '203.0.113.77';
    for (let count = 0; count < 10; count += 1) {
      expect(await subscribe(newAddress(), client)).toBe(true);
    }
    const late = newAddress();
    expect(await subscribe(late, client)).toBe(false);
    expect(await post.sentTo(late)).toHaveLength(0);
    expect(await subscribe(newAddress(), '203.0.113.78')).toBe(true);
  });

  // A mail server treats the last two as another mailbox, with a limit of its own.
  const unlike = ['somebody@ｐeople.example', 'somebody@𝐩eople.example'];
  // Each of these addresses reaches more than one mailbox.
  const several = [
    'x,somebody@people.example',
    '(x)somebody@people.example',
    'x<somebody@people.example>',
  ];
  it.each([
    ...several,
    'nobody',
    'a@b',
    'two@at@signs.example',
    `${'x'.repeat(250)}@long.example`,
    `${'x'.repeat(65)}@long.example`,
    ...unlike,
  ])('takes no address like %s', async (address) => {
    const { error } = await visitor
      .rpc('subscribe_to_newsletter', { address, consent_version })
      .setHeader('x-client-address', newClient());
    expect(error).toMatchObject({ code: '23514', message: 'Please enter a valid email' });
  });
});

describe('confirming', () => {
  it('may be pressed twice, and sends one welcome', async () => {
    const { email, mail } = await waiting();
    const token = tokenIn(mail.text, 'confirm');
    expect([await confirm(token), await confirm(token)]).toEqual([true, true]);
    expect(await post.sentTo(email)).toHaveLength(2);
  });

  it('accepts neither an invented link, nor one to unsubscribe, nor one from last month', async () => {
    const { email, mail } = await waiting();
    expect(await confirm('x'.repeat(43))).toBe(false);
    expect(await confirm(tokenIn(mail.text, 'unsubscribe'))).toBe(false);
    await database.asService.query({
      text: `update public.newsletter_tokens set created_at = now() - interval '8 days'`,
    });
    expect(await confirm(tokenIn(mail.text, 'confirm'))).toBe(false);
    expect(await confirmedAt(email)).toBeNull();
  });
});

describe('unsubscribing', () => {
  it('deletes the address and every link, and tells nobody else', async () => {
    const { email, mail } = await waiting();
    const token = tokenIn(mail.text, 'unsubscribe');
    await confirm(tokenIn(mail.text, 'confirm'));
    for (const [each, isGone] of [
      [token, true],
      [token, false],
      ['x'.repeat(43), false],
    ] as const) {
      const { data, error } = await visitor.rpc('leave_newsletter', { token: each });
      expect({ data, error }).toEqual({ data: isGone, error: null });
    }
    const { rows } = await database.asService.query({
      text: `select 1 from public.newsletter_subscribers where email = $1
        union all select 1 from public.newsletter_tokens where token_hash = $2`,
      values: [email, sha256(token)],
    });
    expect(rows).toEqual([]);
  });

  it('does not delay somebody who subscribes again at once', async () => {
    const { email, mail } = await waiting();
    await confirm(tokenIn(mail.text, 'confirm'));
    expect(await post.sentTo(email)).toHaveLength(2);
    await visitor.rpc('leave_newsletter', { token: tokenIn(mail.text, 'unsubscribe') });
    expect(await subscribe(email)).toBe(true);
    const mails = await post.sentTo(email);
    expect(mails).toHaveLength(3);
    expect(await confirm(tokenIn(mails[0]?.text, 'confirm'))).toBe(true);
  });

  it('is offered to the email program in the headers of every email', async () => {
    const { email, mail } = await waiting();
    await confirm(tokenIn(mail.text, 'confirm'));
    const { rows } = await database.asService.query<{ id: string }>({
      text: 'select id from public.newsletter_subscribers where email = $1',
      values: [email],
    });
    const task = { kind: 'newsletter-welcome', subscriberId: rows[0]?.id ?? '' } as const;
    const written = await writeNewsletterMail(database, task, siteUrl);
    expect(written?.headers).toEqual({
      'List-Unsubscribe': `<${written?.mail.unsubscribeLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(written?.mail.unsubscribeLink).toMatch(
      new RegExp(`^${siteUrl}/newsletter/unsubscribe\\?token=[\\w-]{43}$`),
    );
  });
});

describe('what is stored', () => {
  it('contains no usable link: tokens are stored as hashes', async () => {
    const { mail } = await waiting();
    const token = tokenIn(mail.text, 'confirm');
    const { rows } = await database.asService.query<{ dump: string }>({
      text: 'select string_agg(t::text, chr(10)) as dump from public.newsletter_tokens as t',
    });
    expect(rows[0]?.dump).toContain(sha256(token));
    expect(rows[0]?.dump).not.toContain(token);
  });

  it('is removed if nobody confirmed for a week', async () => {
    const { email } = await waiting();
    await database.asService.query({
      text: `update public.newsletter_subscribers set consented_at = now() - interval '8 days'
        where email = $1`,
      values: [email],
    });
    await cleanNewsletter(database);
    expect(await confirmedAt(email)).toBeUndefined();
  });
});

async function waiting() {
  const email = newAddress();
  await subscribe(email);
  const [mail] = await post.sentTo(email);
  if (!mail) throw new Error('No mail was sent.');
  return { email, mail };
}

async function subscribe(address: string, client = newClient()) {
  const { data, error } = await visitor
    .rpc('subscribe_to_newsletter', { address, consent_version })
    .setHeader('x-client-address', client);
  if (error) throw error;
  return data;
}

async function confirm(token: string) {
  const { data, error } = await visitor.rpc('confirm_newsletter', { token });
  if (error) throw error;
  return data;
}

/** Null while it waits, undefined if the address is unknown. */
async function confirmedAt(email: string) {
  const { rows } = await database.asService.query<{ confirmed_at: Date | null }>({
    text: 'select confirmed_at from public.newsletter_subscribers where email = $1',
    values: [email],
  });
  return rows[0]?.confirmed_at;
}

function tokenIn(text: string | undefined, purpose: 'confirm' | 'unsubscribe'): string {
  const link = text?.match(new RegExp(`/newsletter/${purpose}\\?token=([\\w-]+)`));
  if (!link?.[1]) throw new Error(`The mail has no link to ${purpose}.`);
  return link[1];
}

function newAddress(): string {
  return `${crypto.randomUUID()}@people.example`;
}

function newClient(): string {
  return `client-${crypto.randomUUID()}`;
}
