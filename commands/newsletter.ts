import { readFileSync } from 'node:fs';
import {
  type Plan,
  planEdition,
  postalAddressOf,
  queueTrial,
  sendByCommand,
} from '#api/newsletter/newsletter-editions.ts';
import { StartError } from '#database/start-error.ts';
import { noPostalAddress } from '#domain/staff/newsletter.ts';
import { MarkdownError, readMarkdown } from '#mail/markdown.ts';
import { readWords } from './read-words.ts';
import { orFail, withDatabase } from './with-database.ts';

const usage = `npm run newsletter -- FILE.md --subject "What it is about"            counts, sends nothing
npm run newsletter -- FILE.md --subject "…" --test you@example.org   to yourself
npm run newsletter -- FILE.md --subject "…" --send                   to everybody
See docs/operate.md for more.`;

const orSetIt = 'Or set POSTAL_ADDRESS, then send it again.';

const options = {
  subject: { type: 'string' },
  test: { type: 'string' },
  send: { type: 'boolean', default: false },
} as const;

/** Counts who would receive the text, and sends it only when told to. */
await orFail(async () => {
  const { edition, testAddress, isReal } = readOrder(process.argv.slice(2));
  await withDatabase(async ({ database, config }) => {
    const postalAddress = await postalAddressOf(database, config.mail.postalAddress);
    if (isReal && !postalAddress) throw new StartError(`${noPostalAddress} ${orSetIt}`);
    if (testAddress) {
      await queueTrial(database, { ...edition, to: testAddress });
      tell(`One email to ${testAddress} is waiting. The site sends it while it runs.`);
      // The test mail goes out anyway.
      if (!postalAddress) tell(`It cannot go to everybody yet. ${noPostalAddress} ${orSetIt}`);
      return;
    }
    const plan = await planEdition(database, edition);
    tellPlan(plan);
    if (isReal) {
      const count = await sendByCommand(database, edition);
      tell(
        count === 0
          ? 'There is nobody left to send it to.'
          : `${mails(count)} waiting. The site sends while it runs.`,
      );
    } else {
      tell('Nothing was sent. Add --test you@example.org to see it first, and --send to send it.');
    }
  });
});

function readOrder(args: string[]) {
  const { values, positionals } = readWords({ args, allowPositionals: true, options }, usage);
  const [file, ...others] = positionals;
  if (!file || others.length > 0) {
    throw new StartError(`Name one file with the text.\n${usage}`);
  }
  const subject = values.subject?.trim() ?? '';
  if (subject.length < 3 || subject.length > 150 || /\n/.test(subject)) {
    throw new StartError(`--subject needs 3 to 150 characters.\n${usage}`);
  }
  const testAddress = values.test;
  if (testAddress !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(testAddress)) {
    throw new StartError(`--test needs an address such as you@example.org.\n${usage}`);
  }
  if (testAddress && values.send) throw new StartError('Give --test or --send, not both.');
  return { edition: { subject, text: readText(file) }, testAddress, isReal: values.send };
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new StartError(`${file} could not be read. Give the path of a Markdown file.`);
  }
  const text = textIn(bytes);
  if (text === undefined) {
    throw new StartError(
      `${file} is not plain text in UTF-8, and would reach people as characters that nobody can read. Save it as plain text (Markdown) in UTF-8.`,
    );
  }
  try {
    if (readMarkdown(text).length === 0) throw new StartError(`${file} is empty.`);
  } catch (error) {
    if (error instanceof MarkdownError) {
      throw new StartError(`${file} cannot be sent. ${error.message}`);
    }
    throw error;
  }
  return text;
}

/** Nothing for a file saved by an office program, or in an encoding other than UTF-8. */
function textIn(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no text contains these.
    return /[\0-\x08\x0e-\x1f]/.test(text) || text.startsWith('{\\rtf') ? undefined : text;
  } catch {
    return undefined;
  }
}

function tellPlan(plan: Plan) {
  if (plan.kind === 'clash') {
    const day = plan.since.toISOString().slice(0, 10);
    throw new StartError(
      plan.differs === 'text'
        ? `Another text went out under this subject on ${day}. Nobody should get the same subject twice: give the new one its own.`
        : `This text went out on ${day} under the subject "${plan.subject}". Use that subject to reach those who came since.`,
    );
  }
  const confirmed = plan.waiting === 1 ? '1 subscriber' : `${plan.waiting} subscribers`;
  const had = plan.queued > 0 ? ` ${plan.queued} had it before and will not get it again.` : '';
  tell(`It goes to ${confirmed} who confirmed their address.${had}`);
}

function mails(count: number): string {
  return count === 1 ? '1 email is' : `${count} emails are`;
}

function tell(line: string) {
  process.stdout.write(`${line}\n`);
}
