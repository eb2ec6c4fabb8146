import { jobSchema } from './job.ts';
import { endsAt } from './job-life.ts';

const passed = 'This day has passed. Choose a day to come, or leave it empty';

/** The rules of a posting, and that of the moment: nobody sets a deadline that is over already. */
export function jobFormSchema(storedDeadline: string) {
  return {
    safeParse(value: unknown): ReturnType<typeof jobSchema.safeParse> | Refusal {
      const parsed = jobSchema.safeParse(value);
      if (!parsed.success || !isOver(parsed.data.application_deadline, storedDeadline))
        return parsed;
      const issues = [{ path: ['application_deadline'], message: passed }];
      return { success: false, error: { issues } };
    },
  };
}

/** A new deadline alone, for a posting that is put up again. */
export const deadlineSchema = {
  safeParse(
    value: unknown,
  ): { success: true; data: { application_deadline: string | null } } | Refusal {
    const given = value instanceof Object && 'application_deadline' in value;
    const text = given ? String(value.application_deadline) : '';
    const parsed = jobSchema.safeParse({ application_deadline: text });
    const wrong = parsed.error?.issues.find(({ path }) => path[0] === 'application_deadline');
    const message = wrong?.message ?? (isOver(text, '') ? passed : undefined);
    if (!message) return { success: true, data: { application_deadline: text || null } };
    return { success: false, error: { issues: [{ path: ['application_deadline'], message }] } };
  },
};

type Refusal = { success: false; error: { issues: { path: string[]; message: string }[] } };

function isOver(deadline: string | null, stored: string): boolean {
  if (!deadline || deadline === stored) return false;
  return endsAt({ application_deadline: deadline, published_at: '' }) <= new Date();
}
