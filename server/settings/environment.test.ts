import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from './config.ts';
import { settingsIn } from './environment.ts';

it('settings are also read from a file saved by a Windows editor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const file = join(folder, '.env');
  try {
    for (const first of ['# Ours', 'HOST=::1']) {
      writeFileSync(file, `\uFEFF${first}\r\nPORT=3001\r\n`);
      expect(settingsIn(file)).toEqual({
        PORT: '3001',
        ...(first === 'HOST=::1' && { HOST: '::1' }),
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8');
  const listed = new Map(
    [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

  it('lists every setting, and none that does not exist', () => {
    expect([...listed.keys()].toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  });

  it.each(
    Object.entries(settings.shape).flatMap(([name, schema]) => {
      const value = listed.get(name);
      return value ? [{ name, value, schema }] : [];
    }),
  )('shows a value that is accepted: $name=$value', ({ value, schema }) => {
    expect(schema.safeParse(value).error).toBeUndefined();
  });
});
