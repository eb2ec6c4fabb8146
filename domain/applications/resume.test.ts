import { expect, it } from 'vitest';
import { resumeRefusals, whyNotRead } from './resume.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

it.each([
  ['Resume_J.Smith', '', 1_000, undefined],
  ['Resume_J.Smith', docx, 1_000, undefined],
  ['Dr.Ana', '', 1_000, undefined],
  ['resume', '', 1_000, undefined],
  ['resume v2.1', '', 1_000, undefined],
  ['resume.PDF', 'application/pdf', 1_000, undefined],
  ['resume.doc', '', 1_000, 'other_kind'],
  ['me.HEIC', '', 9_000_000, 'other_kind'],
  ['photo', 'image/heic', 1_000, 'other_kind'],
  ['resume.pdf', 'application/pdf', 0, 'no_bytes'],
  ['Resume_J.Smith', '', 6_000_000, 'too_large'],
] as const)('for %j (%j, %d bytes) a form says %s', (name, type, size, refusal) => {
  expect(whyNotRead({ name, type, size })).toBe(refusal && resumeRefusals[refusal]);
});
