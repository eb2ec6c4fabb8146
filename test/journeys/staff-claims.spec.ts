import { expect, test } from '../support/browser.ts';
import { ownCompany, provedAddress } from '../support/companies.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff } from '../support/staff-on-screen.ts';

test('a company is closed for its name, and opened again', async ({ page, server }) => {
  const { actors, asAdmin, database } = server;
  const admin = await actors.signedIn();
  await provedAddress(database, admin.id, `${admin.id}@plover.example`);
  const name = 'Plover Clinics of the Carolinas';
  const company = await ownCompany(admin, name);
  await asAdmin((client) =>
    client.query(
      "insert into staff.company_cases (kind, company_id, claim) values ('name', $1, 'Plover Clinics')",
      [company],
    ),
  );
  await comeInAsStaff(page.context(), server, 'staff');
  await page.goto('/staff/claims');
  const row = page.getByRole('row', { name });
  const isShown = async () => {
    const { data } = await actors.anonymous.client.from('companies').select('id').eq('id', company);
    return data?.length === 1;
  };

  await row.getByRole('button', { name: 'Close the company' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Another company has proved this name.');
  await dialog.getByRole('button', { name: 'Close the company' }).click();
  await expect(row).toContainText('Another company has proved this name.');
  const status = page.getByRole('status');
  await expect(status.getByText('The company is closed.')).toBeVisible();
  expect(await isShown()).toBe(false);
  await expectSound(page, { state: 'a closed company' });

  await row.getByRole('button', { name: 'Open it again' }).click();
  await expect(dialog).toContainText('Its admins read in an email that it is open again, not why');
  await dialog.getByLabel('Why').fill('The two belong together.');
  await dialog.getByRole('button', { name: 'Open it again' }).click();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(status.getByText('The company is open again.')).toBeVisible();
  expect(await isShown()).toBe(true);
});
