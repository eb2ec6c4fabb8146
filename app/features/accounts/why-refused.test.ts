import { expect, test } from 'vitest';
import { whyRefused } from './why-refused.ts';

test.each(['__proto__', 'constructor', 'x', ''])(
  'an unknown code, “%s”, gets the general message',
  (code) => {
    expect(whyRefused({ kind: 'refused', code, text: '' })).toBe(
      'It was stopped before it was finished.',
    );
    expect(whyRefused({ kind: 'refused', code: 'otp_expired', text: '' })).toContain('expired');
  },
);
