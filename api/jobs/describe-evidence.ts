import type { KeptEvidence } from './moderation.ts';

/** One piece of evidence as lines for a terminal: what it is, whose, why it was reported, and its full content. */
export function describeEvidence(evidence: KeptEvidence): string {
  const { kind, subject_id, people, content, reports, kept_at, ends_at } = evidence;
  return [
    `${kind} ${subject_id}  kept since ${day(kept_at)}, removed on ${day(ends_at)}`,
    ...people.map(
      ({ id, name, email, phone }) =>
        `  account ${id}  ${oneLine([name, email, phone].filter(Boolean).join(' · '))}`,
    ),
    ...reports.map(
      ({ reason, note, created_at }) =>
        `  ${day(created_at)}  reported: ${oneLine(note ? `${reason}: ${note}` : reason)}`,
    ),
    ...Object.entries(content).flatMap(([name, value]) => describeField(name, value)),
  ].join('\n');
}

function describeField(name: string, value: unknown): string[] {
  if (value === null || value === '') return [];
  if (name !== 'messages' || !Array.isArray(value)) return [`    ${name}: ${asText(value)}`];
  return value.map(
    ({ created_at, sender_id, body }) =>
      `    ${oneLine(String(created_at))}  ${oneLine(String(sender_id))}: ${oneLine(String(body))}`,
  );
}

function asText(value: unknown): string {
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function day(time: string | Date): string {
  return (typeof time === 'string' ? time : time.toISOString()).slice(0, 10);
}

/** Text from strangers must not control the reader's terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
}
