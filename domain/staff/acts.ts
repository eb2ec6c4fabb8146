import type { StaffRole } from './staff.ts';

type Act = {
  /** What was done, as the log tells it. */
  words: string;
  minimum: StaffRole;
  /** Asks for the second factor again if it was last used more than five minutes ago. */
  isDangerous?: true;
  /** Requires a reason. */
  needsReason?: true;
};

/** Every staff act, by its name in the log; `/functions/v1/staff-NAME` performs it. */
const staffActs = {
  appoint: { words: 'Invited somebody', minimum: 'owner', isDangerous: true },
  'withdraw-invitation': { words: 'Took an invitation back', minimum: 'owner' },
  'change-role': { words: 'Changed a role', minimum: 'owner', isDangerous: true },
  'remove-member': {
    words: 'Removed somebody',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  leave: { words: 'Left', minimum: 'viewer', isDangerous: true },
  'export-list': { words: 'Exported a list', minimum: 'owner', isDangerous: true },
  'check-log': { words: 'Checked the log', minimum: 'staff' },
  'erase-details': {
    words: 'Erased what the log said of a person',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  // People
  'block-person': { words: 'Blocked somebody', minimum: 'staff', needsReason: true },
  'unblock-person': { words: 'Took a block back', minimum: 'staff' },
  'end-sessions': { words: 'Ended somebody’s sessions', minimum: 'staff' },
  'resend-confirmation': { words: 'Sent a confirmation again', minimum: 'staff' },
  'help-lost-factor': {
    words: 'Asked to end lost second steps',
    minimum: 'staff',
    isDangerous: true,
    needsReason: true,
  },
  'stop-factor-help': { words: 'Stopped help with second steps', minimum: 'staff' },
  'approve-factor-help': {
    words: 'Agreed, and ended second steps',
    minimum: 'staff',
    isDangerous: true,
  },
  'send-export': { words: 'Sent somebody their data', minimum: 'staff', needsReason: true },
  'delete-person': {
    words: 'Deleted an account on request',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  'add-note': { words: 'Noted something', minimum: 'staff' },
  'forget-address': {
    words: 'Erased what was kept of an address',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  // The review queue.
  'take-case': { words: 'Took a case', minimum: 'staff' },
  'leave-case': { words: 'Gave a case back', minimum: 'staff' },
  'release-case': { words: 'Released what was reported or held', minimum: 'staff' },
  'hide-case': { words: 'Hid what was reported or held', minimum: 'staff', needsReason: true },
  'ask-case': { words: 'Asked the person about a case', minimum: 'staff' },
  // Lists
  'hide-jobs': { words: 'Hid a job from the list', minimum: 'staff', needsReason: true },
  'release-jobs': { words: 'Released a job from the list', minimum: 'staff' },
  'refund-membership': {
    words: 'Asked for money to be refunded',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  'cancel-membership': {
    words: 'Asked for a membership to be cancelled',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  'retry-tasks': { words: 'Had an email or task tried again', minimum: 'staff' },
  'drop-tasks': {
    words: 'Took an email or task out of the queue',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  // Notifications to staff.
  'set-hearing': { words: 'Chose what to get by email', minimum: 'viewer' },
  'set-alarm-webhook': {
    words: 'Changed where alarms go',
    minimum: 'owner',
    isDangerous: true,
  },
  'try-alarm': { words: 'Tried whether alarms arrive', minimum: 'owner' },
  // The newsletter.
  'save-newsletter': { words: 'Wrote a newsletter', minimum: 'staff' },
  'remove-newsletter': { words: 'Removed a draft of a newsletter', minimum: 'staff' },
  'try-newsletter': { words: 'Sent a newsletter to themselves', minimum: 'staff' },
  'send-newsletter': { words: 'Sent a newsletter', minimum: 'owner', isDangerous: true },
  'stop-newsletter': { words: 'Stopped a newsletter', minimum: 'staff' },
  // The launch.
  'check-launch': { words: 'Checked whether the site is ready', minimum: 'staff' },
  'try-launch-mail': { words: 'Had an email sent as a trial', minimum: 'staff' },
  'confirm-launch-point': { words: 'Confirmed a point of the launch', minimum: 'owner' },
  'unconfirm-launch-point': { words: 'Took back a confirmation', minimum: 'owner' },
  'launch-anyway': {
    words: 'Let search engines in although points are open',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  'undo-launch-anyway': { words: 'Kept search engines out again', minimum: 'owner' },
  // Words. SQL decides which of them only owners publish.
  'draft-words': { words: 'Wrote a draft of words', minimum: 'staff' },
  'remove-words-draft': { words: 'Removed a draft of words', minimum: 'staff' },
  'publish-words': { words: 'Published words', minimum: 'staff' },
  'restore-words': { words: 'Took earlier words again', minimum: 'staff' },
  // Companies
  'decide-company': {
    words: 'Decided what a company claims',
    minimum: 'staff',
    needsReason: true,
  },
  // Credentials
  'award-credentials': { words: 'Awarded credentials', minimum: 'staff' },
  'correct-credential-name': { words: 'Corrected a name on a credential', minimum: 'staff' },
  'renew-credential': { words: 'Renewed a credential', minimum: 'staff' },
  'suspend-credential': { words: 'Suspended a credential', minimum: 'staff', needsReason: true },
  'lift-suspension': { words: 'Lifted the suspension of a credential', minimum: 'staff' },
  'revoke-credential': {
    words: 'Revoked a credential',
    minimum: 'staff',
    isDangerous: true,
    needsReason: true,
  },
  'replace-credential': {
    words: 'Replaced a credential by another',
    minimum: 'staff',
    isDangerous: true,
    needsReason: true,
  },
  'readdress-credential': { words: 'Sent a credential to another address', minimum: 'staff' },
  'erase-credential': {
    words: 'Erased a credential on request',
    minimum: 'owner',
    isDangerous: true,
    needsReason: true,
  },
  'set-credit-rules': { words: 'Said what counts toward a tier', minimum: 'staff' },
  'add-credential-version': { words: 'Changed what a credential takes', minimum: 'owner' },
} as const satisfies Record<string, Act>;
export type StaffAct = keyof typeof staffActs;

/** Whether there is such an act. */
export const isStaffAct = (name: string): boolean => name in staffActs;

export const actOf = (name: StaffAct): Act => staffActs[name];

/** Other entries of the log: by commands, by scheduled tasks, or by people without a role yet. */
const otherEntries = {
  accept: 'Accepted a role',
  'send-invitation': 'Mailed an invitation',
  'invitation-ended': 'An invitation reached its end',
  'left-with-account': 'Left by closing the account',
  'details-ended': 'Details reached their end',
  'lose-factor': 'Began again after a lost factor',
  'copy-account': 'Wrote the data of somebody to a file',
  // People
  'look-person': 'Looked at a person',
  'look-people': 'Looked through the people',
  'look-address': 'Looked up what is kept of an address',
  'factor-help-stopped': 'Help was stopped from its email',
  'export-taken': 'An export was taken',
  // The review queue.
  'look-case': 'Looked at a case',
  'look-conversation': 'Read a reported conversation',
  'evidence-ended': 'Evidence reached its end',
  'look-evidence': 'Read what is kept of what is gone',
  'set-employer': 'Changed whom somebody hires for',
  // Lists
  'look-membership': 'Looked at a membership',
  'look-mail': 'Looked at an email',
  'look-memberships': 'Looked through the memberships',
  'look-mails': 'Looked through the emails',
  'look-mail-queue': 'Looked through the queue',
  'payment-act-done': 'The payment service did it',
  'payment-act-refused': 'The payment service refused',
  // Credentials
  'look-credential': 'Looked at a credential',
  'look-credentials': 'Looked through the credentials',
  'credential-erased': 'A credential was erased with its account',
  'add-sample-credentials': 'Sample credentials were added',
} as const;

export const actWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(staffActs).map(([name, { words }]) => [name, words])),
  ...otherEntries,
};
