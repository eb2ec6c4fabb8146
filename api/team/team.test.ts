import { describe, expect, it } from 'vitest';
import { jobRow } from '#test/support/jobs.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { founder, person, tokenOf, invite, join, people } = createTeams({ actors, database, post });

describe('an invitation', () => {
  it('names the company and the inviter, and is accepted only with the proved mailbox of its address', async () => {
    const admin = await founder('Kim <b>Lee</b>');
    const [asked, other] = [await person('Robin Reed'), await person('Another One')];
    expect((await invite(admin, admin.company, ` ${asked.email.toUpperCase()} `)).error).toBeNull();
    const token = await tokenOf(asked.email);
    const [mail] = await post.sentTo(asked.email);
    expect(mail?.text).toContain('Kim <b>Lee</b>');
    expect(mail?.text).toContain(`Practice ${admin.id}`);
    expect(mail?.html).not.toContain('<b>Lee</b>');

    const seen = (who: typeof asked) => who.client.rpc('read_invitation', { token }).maybeSingle();
    expect((await seen(other)).data).toMatchObject({ is_for_me: false, role: 'recruiter' });
    expect((await other.client.rpc('accept_invitation', { token })).status).toBe(403);
    expect((await actors.anonymous.client.rpc('accept_invitation', { token })).status).toBe(401);
    expect((await seen(asked)).data).toMatchObject({ is_for_me: true, is_proved: true });

    expect((await asked.client.rpc('accept_invitation', { token })).data).toBe(admin.company);
    expect((await people(asked, admin.company)).map(({ name, role }) => [name, role])).toEqual([
      ['Kim <b>Lee</b>', 'admin'],
      ['Robin Reed', 'recruiter'],
    ]);
    // Only once.
    expect((await asked.client.rpc('accept_invitation', { token })).status).toBe(404);
    expect(await people(other, admin.company)).toEqual([]);
    // The inviter is told.
    const told = await post.sentTo(await emailOf(admin.id));
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Robin Reed has joined'),
    ]);
    // Joining also sets the employer of somebody who had not named one.
    const { data } = await asked.client.from('employers').select('company, company_id').single();
    expect(data).toEqual({ company: `Practice ${admin.id}`, company_id: admin.company });
  });

  it('waits for the proof of the mailbox, whatever was prepared before', async () => {
    const admin = await founder();
    const asked = await person('Robin', { isProved: false });
    await invite(admin, admin.company, asked.email);
    const token = await tokenOf(asked.email);
    expect((await asked.client.rpc('accept_invitation', { token })).status).toBe(403);
    await database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id = $1',
      values: [asked.id],
    });
    expect((await asked.client.rpc('accept_invitation', { token })).error).toBeNull();
  });

  it('is removed with the account of its address, and leads to nobody after that', async () => {
    const admin = await founder();
    const [asked, unproved] = [await person(), await person('Robin', { isProved: false })];
    for (const { email } of [asked, unproved]) await invite(admin, admin.company, email);
    const { rows } = await database.asService.query<{ id: string }>({
      text: 'select id from public.company_invitations where email = $1',
      values: [asked.email],
    });
    for (const { id } of [asked, unproved]) {
      await database.asService.query({ text: 'select private.delete_account($1)', values: [id] });
    }
    const { data } = await admin.client.from('company_invitations').select('email');
    // Somebody who had not proved the mailbox cannot remove anybody's invitation.
    expect(data).toEqual([{ email: unproved.email }]);
    const invitation = rows[0]?.id ?? '';
    expect((await admin.client.rpc('send_invitation_again', { invitation })).status).toBe(404);
    await asAdmin(async (client) => {
      const kept = await client.query('select from private.invitation_mails where email = $1', [
        asked.email,
      ]);
      expect(kept.rowCount).toBe(0);
    });
  });

  it('is replaced by a newer email, expires after 14 days, and can be withdrawn', async () => {
    const admin = await founder();
    const asked = await person();
    const { data: invitation } = await invite(admin, admin.company, asked.email);
    const first = await tokenOf(asked.email);
    const again = () => admin.client.rpc('send_invitation_again', { invitation: invitation ?? '' });
    expect((await again()).error).toBeNull();
    const second = await tokenOf(asked.email);
    expect(second).not.toBe(first);
    expect((await asked.client.rpc('accept_invitation', { token: first })).status).toBe(404);
    await database.asService.query({
      text: `update public.company_invitations set expires_at = now() - interval '1 second' where id = $1`,
      values: [invitation],
    });
    expect((await asked.client.rpc('accept_invitation', { token: second })).status).toBe(404);
    // Those that expired a month ago are removed; this one is still shown as expired.
    await invite(admin, admin.company, 'nobody@people.example');
    await database.asService.query({
      text: `update public.company_invitations set expires_at = now() - interval '31 days'
        where email = 'nobody@people.example'`,
    });
    await database.asService.query({ text: "select queue.add('clean-invitations', '{}')" });
    await post.deliver();
    expect((await admin.client.from('company_invitations').select('id')).data).toEqual([
      { id: invitation },
    ]);
    expect((await again()).error).toBeNull();
    const third = await tokenOf(asked.email);
    await admin.client.rpc('withdraw_invitation', { invitation: invitation ?? '' });
    expect((await asked.client.rpc('accept_invitation', { token: third })).status).toBe(404);
    expect((await again()).status).toBe(404);
    // A fourth email to this mailbox within a day, even in another way.
    expect((await invite(admin, admin.company, asked.email)).error).toMatchObject({
      code: 'PT429',
    });
  });

  it('can be sent by admins, twenty a day, only to addresses', async () => {
    const admin = await founder();
    const [recruiter, viewer] = [await join(admin), await join(admin, 'Vic', 'viewer')];
    const stranger = await person();
    for (const who of [recruiter, viewer, stranger]) {
      expect((await invite(who, admin.company, 'a@b.example')).status).toBe(403);
      const { data } = await who.client.from('company_invitations').select('id');
      expect(data).toEqual([]);
    }
    for (const wrong of [
      '',
      'nobody',
      'a@b',
      'a@ｂ.example',
      'a@b.example, c@d.example',
      '<a@b.example>',
      `${'a'.repeat(300)}@b.example`,
    ]) {
      expect((await invite(admin, admin.company, wrong)).status).toBe(400);
    }
    const refused = async (...[address, role]: [string, string?]) =>
      (await invite(admin, admin.company, address, role)).error?.message;
    expect(await refused('a@b.example', 'owner')).toBe('Choose what this person may do.');
    expect(await refused(recruiter.email)).toBe('This person works for the company already.');
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        invite(admin, admin.company, `box${at}@b${admin.id}.example`),
      ),
    );
    expect(sent.filter(({ error }) => !error)).toHaveLength(18);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(2);
    const place = sent.findIndex(({ error }) => !error);
    expect(await refused(`BOX${place}@b${admin.id}.example`)).toContain(
      'has an invitation already',
    );
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [admin.id],
    });
    expect(await refused('new@b.example')).toContain('Confirm your own email address first.');
  });

  it('neither leaves nor lets anybody in while its inviter is blocked, unless a colleague sends it again', async () => {
    const admin = await founder();
    const colleague = await join(admin, 'Pat Colleague', 'admin');
    const [asked, late] = [await person(), await person()];
    await invite(admin, admin.company, asked.email);
    const token = await tokenOf(asked.email);
    await invite(admin, admin.company, late.email);
    await database.asService.query({
      text: `update auth.users set banned_until = now() + interval '1 year' where id = $1`,
      values: [admin.id],
    });
    expect(await post.sentTo(late.email)).toEqual([]);
    expect((await asked.client.rpc('read_invitation', { token }).maybeSingle()).data).toBeNull();
    expect((await asked.client.rpc('accept_invitation', { token })).status).toBe(404);
    const { data } = await colleague.client
      .from('company_invitations')
      .select('id')
      .eq('email', asked.email)
      .single();
    await colleague.client.rpc('send_invitation_again', { invitation: data?.id ?? '' });
    const again = await tokenOf(asked.email);
    expect((await asked.client.rpc('accept_invitation', { token: again })).error).toBeNull();
  });

  it('is neither sent nor resent for a company that staff have closed', async () => {
    const admin = await founder();
    const asked = await person();
    await invite(admin, admin.company, asked.email);
    expect(await post.sentTo(asked.email)).toHaveLength(1);
    await database.asService.query({
      text: 'update public.companies set closed_at = now() where id = $1',
      values: [admin.company],
    });
    const other = await invite(admin, admin.company, 'another@people.example');
    expect([other.status, other.error?.message]).toEqual([
      403,
      expect.stringContaining('We have closed this company, so it cannot invite anybody.'),
    ]);
    const { data } = await admin.client.from('company_invitations').select('id').single();
    const again = await admin.client.rpc('send_invitation_again', { invitation: data?.id ?? '' });
    expect(again.status).toBe(403);
    expect(await post.sentTo(asked.email)).toHaveLength(1);
  });
});

describe('roles', () => {
  it('do not let a viewer found a second company of the same name, with a posting or as their employer', async () => {
    const admin = await founder();
    const viewer = await join(admin, 'Vic', 'viewer');
    const company = `Practice ${admin.id}`;
    const looksOn = {
      code: '23514',
      message: expect.stringContaining('You are a viewer at this company'),
    };
    const post = (name: string) =>
      viewer.client.from('jobs').insert({ ...jobRow(viewer.id), company: name });
    expect((await post(company)).error).toMatchObject(looksOn);
    const hires = await viewer.client.from('employers').insert({ user_id: viewer.id, company });
    expect(hires.error).toMatchObject(looksOn);
    const { rows } = await database.asService.query({
      text: 'select from public.companies where name = $1',
      values: [company],
    });
    expect(rows).toHaveLength(1);
    // For another company they post like anybody, and for this one once they may.
    expect((await post(`Own ${viewer.id}`)).error).toBeNull();
    await admin.client.rpc('set_member_role', {
      company: admin.company,
      person: viewer.id,
      wanted: 'recruiter',
    });
    expect((await post(company)).error).toBeNull();
  });

  it('are changed by admins, and one admin always stays', async () => {
    const admin = await founder();
    const other = await join(admin);
    const { company } = admin;
    const change = (who: typeof other, id: string, wanted: string) =>
      who.client.rpc('set_member_role', { company, person: id, wanted });
    expect((await change(other, other.id, 'admin')).status).toBe(403);
    expect((await change({ ...other, ...admin }, admin.id, 'viewer')).status).toBe(409);
    expect((await change({ ...other, ...admin }, other.id, 'admin')).error).toBeNull();
    // Both step down at the same time, and one of them stays.
    const both = await Promise.all([
      change({ ...other, ...admin }, admin.id, 'recruiter'),
      change(other, other.id, 'recruiter'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('let recruiters change everybody’s postings, and viewers look', async () => {
    const admin = await founder();
    const [recruiter, viewer] = [await join(admin), await join(admin, 'Vic', 'viewer')];
    const stranger = await person();
    const { data: job } = await admin.client
      .from('jobs')
      .insert(jobRow(admin.id, { company: `Practice ${admin.id}` }))
      .select('id, company_id')
      .single();
    expect(job?.company_id).toBe(admin.company);
    await admin.client
      .from('jobs')
      .update({ is_active: false })
      .eq('id', job?.id ?? '');
    const reads = (who: typeof stranger) =>
      who.client
        .from('jobs')
        .select('id, posted_by_name, may_change')
        .eq('id', job?.id ?? '');
    const changes = (who: typeof stranger) =>
      who.client
        .from('jobs')
        .update({ location: 'Durham' })
        .eq('id', job?.id ?? '')
        .select('id');
    expect((await reads(recruiter)).data).toMatchObject([
      { posted_by_name: 'Kim Founder', may_change: true },
    ]);
    expect((await reads(viewer)).data).toMatchObject([{ may_change: false }]);
    expect((await reads(stranger)).data).toEqual([]);
    expect((await changes(recruiter)).data).toHaveLength(1);
    expect((await changes(viewer)).data).toEqual([]);
    expect((await changes(stranger)).data).toEqual([]);
    const posts = await viewer.client
      .from('jobs')
      .insert({ ...jobRow(viewer.id), company_id: admin.company } as never);
    expect(posts.status).toBe(403);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));

async function emailOf(id: string): Promise<string> {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from private.accounts where id = $1',
    values: [id],
  });
  return rows[0]?.email ?? '';
}
