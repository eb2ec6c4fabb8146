import { z } from 'zod';
import { creditRulesSchema, versionSchema } from '#domain/staff/credentials.ts';
import { ApiError } from '../../errors.ts';
import { staffAct, staffLook } from '../../staff/as-staff.ts';
import { readTypes } from './judge-lines.ts';

type Rule = { tier: string; counts: string; hours: number };

/** What can be awarded, and which credits each tier counts. */
export const credentialTypes = staffLook({
  minimum: 'staff',
  input: z.object({}),
  read: async ({ session }) => {
    const types = await readTypes(session);
    const { rows: rules } = await session.query<Rule>({
      text: 'select tier, counts, hours from register.credit_rules order by tier, counts',
    });
    return { types, rules };
  },
});

/** Replaces all rules of a tier at once. Without rules, nothing is reported as missing. */
export const setCreditRules = staffAct('set-credit-rules', {
  input: creditRulesSchema,
  run: async ({ session, input: { tier, rules, seen } }) => {
    const types = await readTypes(session);
    const kindOf = (code: string) => types.find((type) => type.code === code)?.kind;
    if (kindOf(tier) !== 'tier')
      throw new ApiError('invalid_input', 'tier: there is none of that name');
    const isWrong = rules.some(({ counts }) => !['track', 'course'].includes(kindOf(counts) ?? ''));
    if (isWrong) throw new ApiError('invalid_input', 'rules: only micro-certifications count');
    if (new Set(rules.map(({ counts }) => counts)).size < rules.length) {
      throw new ApiError('invalid_input', 'rules: each counts once');
    }
    const { rows: before } = await session.query<Rule>({
      text: 'delete from register.credit_rules where tier = $1 returning tier, counts, hours',
      values: [tier],
    });
    if (inOrder(before) !== inOrder(seen)) throw new ApiError('changed_meanwhile');
    const { rowCount } = await session.query({
      text: `insert into register.credit_rules (tier, counts, hours)
        select $1, r.counts, r.hours from jsonb_to_recordset($2) as r (counts text, hours smallint)
        on conflict do nothing`,
      values: [tier, JSON.stringify(rules)],
    });
    // Somebody else changed them at the same moment.
    if (rowCount < rules.length) throw new ApiError('changed_meanwhile');
    return {
      entry: {
        subject: { kind: 'credential-type', id: tier },
        before: { rules: before },
        after: { rules },
      },
    };
  },
});

const inOrder = (rules: readonly Pick<Rule, 'counts' | 'hours'>[]) =>
  rules
    .map(({ counts, hours }) => `${counts} ${hours}`)
    .toSorted()
    .join();

/** Sets the requirements from now on: hours, criteria, and how long it stays valid. */
export const addCredentialVersion = staffAct('add-credential-version', {
  input: versionSchema,
  run: async ({ session, input }) => {
    const type = (await readTypes(session)).find(({ code }) => code === input.type);
    if (!type) throw new ApiError('invalid_input', 'type: there is none of that name');
    if (input.hours_to < input.hours_from) {
      throw new ApiError('invalid_input', 'hours_to: not less than the first number');
    }
    if (type.version !== input.version) throw new ApiError('changed_meanwhile');
    const version = type.version + 1;
    const { rowCount } = await session.query({
      text: `insert into register.type_versions (type, version, name, description, must_show, hours_from, hours_to,
          valid_months, renews_by_education)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      values: [
        input.type,
        version,
        input.name,
        input.description,
        input.must_show,
        input.hours_from,
        input.hours_to,
        input.valid_months,
        input.renews_by_education,
      ],
    });
    // Somebody else added one at the same moment.
    if (rowCount === 0) throw new ApiError('changed_meanwhile');
    return {
      answer: { version },
      entry: {
        subject: { kind: 'credential-type', id: input.type },
        before: type,
        after: { ...input, version },
      },
    };
  },
});
