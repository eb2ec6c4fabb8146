import { createQueue } from '#database/queue/queue.ts';
import type { AlertTasks } from './alerts/tasks.ts';
import type { ApplicationTasks } from './applications/tasks.ts';
import type { AuthTasks } from './auth/tasks.ts';
import type { BillingTasks } from './billing/tasks.ts';
import type { CompanyTasks } from './companies/tasks.ts';
import type { CredentialTasks } from './credentials/tasks.ts';
import type { InboxTasks } from './inbox/tasks.ts';
import type { JobTasks } from './jobs/tasks.ts';
import type { MessageTasks } from './messages/tasks.ts';
import type { NewsletterTasks } from './newsletter/tasks.ts';
import type { ProjectTasks } from './project/tasks.ts';
import type { RealtimeTasks } from './realtime/tasks.ts';
import type { StaffTasks } from './staff/tasks.ts';
import type { StorageTasks } from './storage/tasks.ts';
import type { TeamTasks } from './team/tasks.ts';

/** Every task of the queue with its payload. Each subject declares its own. */
interface Tasks
  extends AlertTasks,
    ApplicationTasks,
    AuthTasks,
    BillingTasks,
    CompanyTasks,
    CredentialTasks,
    InboxTasks,
    JobTasks,
    MessageTasks,
    NewsletterTasks,
    ProjectTasks,
    RealtimeTasks,
    StaffTasks,
    StorageTasks,
    TeamTasks {}

/** For work that must not be lost. */
export const queue = createQueue<Tasks>();
