import { z } from 'zod';
import {
  readCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import { numberSchema } from '#domain/credentials/credential-schemas.ts';
import { credentialStateWords, credentialTitle } from '#domain/credentials/credentials.ts';
import { type AwardPage, type AwardRow, holdingWords } from '#domain/staff/credentials.ts';
import { ApiError } from '../../errors.ts';
import { staffLook } from '../../staff/as-staff.ts';
import { type StaffList, yesOrNo } from '../../staff/staff-list.ts';

/** A number in any notation, or part of a name or address; short searches match whole words. */
const searched = z
  .string()
  .trim()
  .max(200)
  .transform((typed) => {
    const read = readCredentialNumber(typed);
    if (read.kind === 'number') return `% ${read.number} %`;
    const plain = typed.toLowerCase().replace(/[\\%_]/g, '\\$&');
    return typed.length > 2 ? `%${plain}%` : plain && `% ${plain} %`;
  });

const columns: StaffList<AwardRow>['columns'] = {
  id: 'a.id',
  number: 'a.number',
  name: 'a.name',
  type: 'a.type',
  title: 'a.title',
  email: 'a.email',
  holder_email: 'a.holder_email',
  holding: 'a.holding',
  state: 'a.state',
  awarded_on: 'a.awarded_on::text',
  expires_on: 'a.expires_on::text',
  awarded_at: 'a.awarded_at',
  is_sample: 'a.is_sample',
};

export const credentials: StaffList<AwardRow> = {
  name: 'credentials',
  minimum: 'staff',
  look: 'look-credentials',
  from: 'register.staff_awards as a',
  columns,
  filters: {
    search: { schema: searched, where: (value) => `a.words like ${value}` },
    type: { schema: z.string().max(20), where: (value) => `a.type = ${value}` },
    // Of one account.
    holder: { schema: z.uuid(), where: (value) => `a.user_id = ${value}` },
    state: {
      schema: z.enum(['active', 'expired', 'suspended', 'revoked']),
      // The most common value needs no index; the others have one.
      where: (place, value) =>
        value === 'active'
          ? `a.state = ${place}`
          : `a.id in (select register.awards_in_state(${place}))`,
    },
    holding: {
      schema: z.enum(['claimed', 'asked', 'no address', 'account gone', 'not me']),
      where: (value) => `a.holding = ${value}`,
    },
  },
  orders: { newest: { by: 'a.awarded_at', type: 'timestamptz' } },
  id: { sql: 'a.id', type: 'uuid' },
  csv: {
    Number: { of: ['number'], say: ({ number }) => showCredentialNumber(number) },
    Credential: { of: ['type', 'title'], say: credentialTitle },
    Holder: 'name',
    'Address given': 'email',
    'Address of the account': 'holder_email',
    State: { of: ['state'], say: ({ state }) => credentialStateWords[state] },
    Awarded: 'awarded_on',
    Until: 'expires_on',
    Held: { of: ['holding'], say: ({ holding }) => holdingWords[holding] },
    Sample: { of: ['is_sample'], say: ({ is_sample: is }) => yesOrNo(is) },
  },
};

/** Only staff do these. */
const actsOfStaff = 'award correct-name renew suspend lift revoke replace readdress'.split(' ');

/** All details of one award. Viewing it is logged. */
export const lookCredential = staffLook({
  minimum: 'staff',
  input: numberSchema,
  looksAt: ({ number }) => ({
    act: 'look-credential',
    subject: { kind: 'credential', id: number },
  }),
  read: async ({ session, input: { number } }) => {
    const { rows } = await session.query<AwardPage>({
      text: `select ${Object.entries(columns)
        .map(([name, sql]) => `${sql} as ${name}`)
        .join(
          ', ',
        )}, a.kind, a.user_id, a.version, a.issue, a.state_reason, a.evidence, a.awarded_by, a.disowned_at,
          a.is_listed, a.renews_by_education, a.replaced_by, a.leads_on, a.replaces,
          register.not_on(a.user_id, a.email) as not_on,
          (select coalesce(json_agg(json_build_object('id', h.id, 'at', h.at, 'act', h.act, 'state', h.state,
              'expires_on', h.expires_on, 'actor', coalesce(
                (select t.email from staff.team as t where t.id = h.actor_id),
                case when h.actor_id is not null and h.act = any ($2) then 'somebody who left the team' end))
              order by h.id desc), '[]')
            from register.history as h where h.award_id = a.id) as history
        from register.staff_awards as a where a.number = $1`,
      values: [number, actsOfStaff],
    });
    const [page] = rows;
    if (!page) throw new ApiError('credential_gone');
    return page;
  },
});
