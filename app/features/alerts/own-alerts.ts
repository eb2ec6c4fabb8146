import { openData } from '#app/data/open-data.ts';
import type { AlertKind } from '#domain/alerts/alerts.ts';
import type { AlertTime } from './alert-times.tsx';

export type OwnAlert = AlertTime & {
  id: string;
  kind: AlertKind;
  address: string;
  is_on: boolean;
  sent_at: string | null;
};

/**
 * In the order in which they were saved, including those that a visitor saved for the same mailbox; and whether they
 * are sent yet.
 */
export async function readAlerts(): Promise<{ alerts: OwnAlert[]; isProved: boolean }> {
  const client = await openData();
  const [{ data, error }, isProved] = await Promise.all([client.rpc('own_alerts'), readIsProved()]);
  if (error) throw error;
  return { alerts: data as OwnAlert[], isProved };
}

/** Whether the person has proved that the account's mailbox is theirs: alerts are sent to no other. */
export async function readIsProved(): Promise<boolean> {
  const client = await openData();
  const { data, error } = await client.rpc('employer_state');
  if (error) throw error;
  return data[0]?.is_confirmed === true;
}

type Change = Partial<Omit<OwnAlert, 'id' | 'kind' | 'address' | 'sent_at'>>;

export async function changeAlert(id: string, change: Change) {
  const client = await openData();
  const { data, error } = await client.from('alerts').update(change).eq('id', id).select('id');
  if (error) throw error;
  // Removed in another tab, or along with the profile that it followed.
  if (data.length === 0) throw new Error('This alert has since been removed.');
}

export async function removeAlert(id: string) {
  const client = await openData();
  const { error } = await client.from('alerts').delete().eq('id', id);
  if (error) throw error;
}
