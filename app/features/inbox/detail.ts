import type { BrowserData } from '#app/data/open-data.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { saveFile } from '#app/ui/save-file.ts';

export type ApplicationDetail = {
  id: string;
  job_id: string | null;
  job_title: string;
  company_id: string;
  name: string;
  email: string;
  phone: string | null;
  place: string | null;
  note: string;
  profile: Record<string, unknown> | null;
  answers: { question: string; answer: string; meets: boolean }[];
  meets_needs: boolean;
  state: string;
  applied_at: string;
  answered_at: string | null;
  spam_at: string | null;
  leaves_at: string | null;
  silence_told_at: string | null;
  is_guest: boolean;
  may_act: boolean;
  resume: { file_name: string; bytes: number; object_name: string } | null;
  verified: { type: string; title: string; kind: string; year: number }[];
  conversation_id: string | null;
  is_starred: boolean;
  stars: string[];
  notes: { id: string; body: string; created_at: string; by: string; is_mine: boolean }[];
  events: {
    id: number;
    at: string;
    kind: string;
    state: string | null;
    words: string | null;
    by: string | null;
  }[];
};

/** Everything about one application, or null if it does not exist or is another company's. Opening it is recorded. */
export async function openApplication(
  client: BrowserData,
  id: string,
): Promise<{ application: ApplicationDetail | null }> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return { application: null };
  const [{ data, error }] = await Promise.all([
    client.rpc('read_application', { application: id }),
    client.rpc('look_at_application', { application: id }),
  ]);
  if (error) throw error;
  return { application: data as ApplicationDetail | null };
}

/** The last thing from the company that this reader has seen. Events are sorted newest first. */
export function lastAnswerOf({ events, applied_at }: ApplicationDetail): string {
  return events.find(({ kind }) => kind === 'message')?.at ?? applied_at;
}

export type Template = { id: string; name: string; body: string };

export async function readTemplates(client: BrowserData, company?: string): Promise<Template[]> {
  const all = client.from('application_templates').select('id, name, body').order('name');
  const { data, error } = await (company ? all.eq('company_id', company) : all);
  if (error) throw error;
  return data;
}

/** Always downloads the file: nothing in it may run on this page. */
export async function saveResume(resume: { object_name: string; file_name: string }) {
  const { storage } = await openSupabase();
  const { data, error } = await storage.from('resumes').download(resume.object_name);
  if (error) throw error;
  saveFile(resume.file_name, new Blob([data], { type: 'application/octet-stream' }));
}
