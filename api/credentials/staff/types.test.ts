import { describe, expect, it } from 'vitest';
import { anAddress, openRegister } from '../fixture/open-register.ts';

const { act, actors, award, bugs, check, own, owner } = await openRegister();
/** The answer to a page that was open while the site was updated. */
const ofBefore = { error: expect.stringContaining('older than the site') };

describe('what counts toward a tier', () => {
  it('is shown only where staff defined it', async () => {
    const email = anAddress();
    const person = await actors.signedIn(email);
    await award({ email, type: 'MICRO-PE-1' });
    expect((await own(person)).credits).toEqual([]);
    const rules = [
      { counts: 'MICRO-PE-1', hours: 3 },
      { counts: 'MICRO-PE-2', hours: 2 },
    ];
    const set = { tier: 'CIHIS-AI', rules, seen: [] };
    expect((await act('set-credit-rules', set)).status).toBe(200);
    // Somebody who has not seen the current rules cannot overwrite them.
    expect((await act('set-credit-rules', { ...set, rules: [] })).body).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await act('set-credit-rules', { ...set, seen: undefined })).body).toMatchObject(
      ofBefore,
    );
    expect((await own(person)).credits).toEqual([
      {
        tier: 'CIHIS-AI',
        slug: 'applied-practice',
        title: 'Applied Practice',
        of: 150,
        hours: 3,
        counts: [{ title: 'Prompts that cite the record', hours: 3 }],
        missing: [{ title: 'Appeal letters and denial summaries', hours: 2 }],
      },
    ]);
    await award({ email, type: 'MICRO-PE' });
    expect((await own(person)).credits).toMatchObject([{ hours: 5, missing: [] }]);
    expect(
      (
        await act('set-credit-rules', {
          tier: 'CIHIS-AI',
          rules: [{ counts: 'CIHIS-L', hours: 1 }],
          seen: rules,
        })
      ).status,
    ).toBe(400);
    await act('set-credit-rules', { tier: 'CIHIS-AI', rules: [], seen: rules });
    expect((await own(person)).credits).toEqual([]);
  });

  it('and a new version counts from then on: earlier awards keep their own', async () => {
    const before = await award({ type: 'CIHIS-HC' });
    const version = {
      ...{ type: 'CIHIS-HC', version: 1 },
      name: 'Healthcare Professionals',
      description: 'Now with a renewal.',
      must_show: ['An exam'],
      hours_from: 140,
      hours_to: 140,
      valid_months: 24,
      renews_by_education: true,
    };
    expect((await act('add-credential-version', version)).status).toBe(404);
    expect((await act('add-credential-version', version, owner)).body).toEqual({ version: 2 });
    // Somebody who saw only the first version, or saves at the same moment, cannot overwrite the second.
    const late = { ...version, description: 'Without the renewal.' };
    expect((await act('add-credential-version', late, owner)).body).toMatchObject({
      code: 'changed_meanwhile',
    });
    const old = { ...late, version: undefined };
    expect((await act('add-credential-version', old, owner)).body).toMatchObject(ofBefore);
    const next = { ...version, version: 2 };
    const both = await Promise.all(
      [next, next].map((body) => act('add-credential-version', body, owner)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const today = new Date().toISOString().slice(0, 10);
    const after = await award({ type: 'CIHIS-HC', awarded_on: today });
    expect(await check(before)).toMatchObject({ version: 1, expires_on: null, hours_to: 130 });
    expect(await check(after)).toMatchObject({
      version: 3,
      hours_to: 140,
      expires_on: expect.anything(),
    });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
