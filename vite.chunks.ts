/** What lies together in one file of the browser's. A name that ends with a slash is a folder with all in it. */
type Chunk = { name: string; priority: number; modules: readonly string[] };

// One table, and so longer than other files (decision 65).
// What every hydrated page needs comes in few files: each costs a request and packs worse alone.
// A module that two of them name goes to the one with the higher priority.
export const chunks: readonly Chunk[] = [
  {
    // By itself, because the toaster brings it to pages without a router.
    name: 'react',
    priority: 5,
    modules: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/'],
  },
  {
    // The router too: packed together they are a kilobyte smaller.
    name: 'site',
    priority: 4,
    modules: [
      'node_modules/react-router/',
      'node_modules/@react-router/',
      'node_modules/@supabase/functions-js/',
      'node_modules/@supabase/postgrest-js/',
      'node_modules/lucide-react/dist/esm/icons/chevron-down.mjs',
      'node_modules/lucide-react/dist/esm/icons/x.mjs',
      'app/content/page-parts.ts',
      'app/data/left-out-router.ts',
      'app/data/open-data.ts',
      'app/data/supabase.ts',
      'app/documents/page-meta.ts',
      'app/features/jobs/kept-jobs.ts',
      'app/root.tsx',
      // Without what only those need who are about to sign in.
      'app/session/assurance.ts',
      'app/session/auth-provider.tsx',
      'app/session/current-session.ts',
      'app/session/data-service.ts',
      'app/session/drop-session.ts',
      'app/session/early-questions.ts',
      'app/session/heed-refusal.ts',
      'app/session/refuses-token.ts',
      'app/session/require-session.tsx',
      'app/session/require-user.tsx',
      'app/session/send-session-along.ts',
      'app/session/sign-out.ts',
      'app/session/stored-session.ts',
      'app/session/use-auth.ts',
      'app/shell/',
      'app/ui/after-paint.ts',
      'app/ui/badge.tsx',
      'app/ui/below.tsx',
      'app/ui/button.tsx',
      'app/ui/class-names.ts',
      'app/ui/draw-icon.ts',
      'app/ui/empty-state.tsx',
      'app/ui/failure.ts',
      'app/ui/flash.ts',
      'app/ui/link.tsx',
      'app/ui/load-failure.tsx',
      'app/ui/month-names.ts',
      'app/ui/notice.tsx',
      'app/ui/page-header.tsx',
      'app/ui/skeleton.tsx',
      'app/ui/spinner.tsx',
      'app/ui/time.tsx',
      'app/ui/toast.ts',
      'app/ui/use-hydrated.ts',
      'app/ui/use-kept-focus.ts',
      'app/ui/use-loading.ts',
      'app/ui/when-settled.ts',
      'domain/site/brand.ts',
      'domain/text/grouped.ts',
      'domain/site/links.ts',
      'domain/site/with-query.ts',
      'domain/site/words.ts',
    ],
  },
  {
    // What many hydrated pages need, but not all: the profile's budget has no room for it.
    name: 'screens',
    priority: 4,
    modules: [
      'node_modules/lucide-react/dist/esm/icons/bookmark.mjs',
      'app/data/call-function.ts',
      'app/live/line.ts',
      'app/live/live-count.tsx',
      'app/live/use-news.ts',
      'app/ui/use-more.ts',
      'app/ui/when.ts',
      'domain/text/money.ts',
    ],
  },
  {
    // Of the few who take a file away: in one of the files above everybody would load it.
    name: 'save-file',
    priority: 5,
    modules: ['app/ui/save-file.ts'],
  },
  {
    name: 'fields',
    priority: 3,
    modules: [
      'node_modules/lucide-react/dist/esm/icons/badge-check.mjs',
      'node_modules/lucide-react/dist/esm/icons/circle-exclamation-point.mjs',
      'app/ui/choice.tsx',
      'app/ui/field.tsx',
      'app/ui/form.tsx',
      'app/ui/form-failure.tsx',
      'app/ui/select.tsx',
      'app/ui/text-input.tsx',
      'app/ui/use-form.ts',
      'app/ui/use-in-turn.ts',
      'app/ui/use-pause.ts',
      'app/ui/use-quick-changes.ts',
      'domain/text/plain-text.ts',
      'domain/text/text-length.ts',
    ],
  },
  {
    // Who only fills in other forms needs none of it.
    name: 'message-draft',
    priority: 3,
    modules: ['app/drafts/message-draft.ts', 'domain/messages/message-words.ts'],
  },
  {
    // Who has nothing that comes later needs none of it.
    name: 'late',
    priority: 3,
    modules: ['app/ui/late.tsx'],
  },
  {
    name: 'dialogs',
    priority: 3,
    modules: ['app/ui/confirm-dialog.tsx', 'app/ui/dialog.tsx', 'app/ui/modal.tsx'],
  },
  {
    name: 'job-facts',
    priority: 4,
    modules: [
      'domain/jobs/countries.ts',
      'domain/jobs/job-facts.ts',
      'domain/jobs/job-life.ts',
      'domain/credentials/tiers.ts',
      'domain/finding/typed-line.ts',
    ],
  },
  {
    // Its own, or My jobs would load the form for its looks.
    name: 'own-jobs-looks',
    priority: 5,
    modules: ['app/features/own-jobs/own-jobs.css'],
  },
  {
    // Its own for the same reason: the figures of a posting fold as the groups of a form do.
    name: 'form-group-looks',
    priority: 5,
    modules: ['app/ui/form-group.css'],
  },
  {
    name: 'own-jobs',
    priority: 2,
    modules: ['app/features/own-jobs/own-job.tsx', 'app/features/own-jobs/own-jobs.ts'],
  },
  {
    name: 'job-form',
    priority: 2,
    modules: [
      'app/features/own-jobs/confirm-by-mail.ts',
      'app/features/own-jobs/job-draft.ts',
      'app/features/own-jobs/job-fields.tsx',
      'app/features/own-jobs/job-form.tsx',
      'app/features/own-jobs/job-groups.tsx',
      'app/features/own-jobs/job-values.ts',
    ],
  },
  {
    // Both load it when somebody types; a part of either would bring all of it along.
    name: 'leaving-dialog',
    priority: 3,
    modules: ['app/drafts/leaving-dialog.tsx'],
  },
  {
    // What the long forms share: of a job, of a profile.
    name: 'long-forms',
    priority: 3,
    modules: [
      'app/drafts/late-draft-notice.tsx',
      'app/drafts/leaving-guard.tsx',
      'app/drafts/use-draft.ts',
      'app/ui/form-group.tsx',
      'app/ui/leave.ts',
      'app/ui/line-input.tsx',
      'domain/text/web-address.ts',
    ],
  },
  {
    // Its own, or the check of a credential, which shares a sign with them, would load it.
    name: 'candidate-looks',
    priority: 5,
    modules: ['app/features/candidates/candidate.css'],
  },
  {
    // By itself: alerts know what a profile may hold, and show none.
    name: 'candidate-lists',
    priority: 3,
    modules: ['domain/candidates/candidate-lists.ts', 'domain/candidates/known-skills.ts'],
  },
  {
    // What asks for candidates, before the screen that shows them is here.
    name: 'candidate-search',
    priority: 1,
    modules: ['app/features/candidates/use-candidates.ts', 'domain/candidates/candidate-search.ts'],
  },
  {
    name: 'candidate-parts',
    priority: 2,
    modules: [
      'app/features/candidates/candidate-badges.tsx',
      'app/features/candidates/candidate-view.tsx',
      'app/features/candidates/describe-candidate.ts',
      'app/features/candidates/portrait.tsx',
      'app/features/candidates/use-pictures.ts',
      'app/ui/add-chips.ts',
      'app/ui/chips-editor.tsx',
    ],
  },
  {
    // Of those who search, save and write to candidates.
    name: 'candidate-list',
    priority: 2,
    modules: [
      'app/features/candidates/candidate-card.tsx',
      'app/features/candidates/candidate-list.tsx',
      'app/features/candidates/save-button.tsx',
      'app/features/candidates/saved-candidates.ts',
      'app/features/candidates/saved-note.tsx',
    ],
  },
  {
    name: 'employers',
    priority: 2,
    modules: [
      'app/features/candidates/mail-link.tsx',
      'app/features/candidates/tell-failure.ts',
      'app/features/candidates/use-employer.ts',
    ],
  },
  {
    name: 'employer-form',
    priority: 1,
    modules: [
      'app/features/candidates/employer-form.tsx',
      'app/features/candidates/employer-steps.tsx',
    ],
  },
  {
    name: 'membership-parts',
    priority: 2,
    modules: [
      'app/features/candidates/steps-before-paying.tsx',
      'app/features/membership/count-seats.ts',
      'app/features/membership/manage-button.tsx',
      'app/features/membership/membership-provider.tsx',
      'app/features/membership/membership-spinner.tsx',
      'app/features/membership/refresh-button.tsx',
      'app/features/membership/use-membership.ts',
      'app/features/membership/use-payment-pages.ts',
    ],
  },
  {
    name: 'my-jobs-parts',
    priority: 2,
    modules: [
      'app/features/own-jobs/job-dates.tsx',
      'app/features/own-jobs/recent-days.ts',
      'domain/jobs/posting-gaps.ts',
    ],
  },
  {
    // In one: the field for the picture is loaded later and would take a part with it.
    name: 'profile-form',
    priority: 1,
    modules: [
      'app/features/candidates/profile/completeness-meter.tsx',
      'app/features/candidates/profile/fill-from-resume.tsx',
      'app/features/candidates/profile/late-picture-field.tsx',
      'app/features/candidates/profile/meanwhile.ts',
      'app/features/candidates/profile/own-profile.ts',
      'app/features/candidates/profile/profile-fields.tsx',
      'app/features/candidates/profile/profile-groups.tsx',
      'app/features/candidates/profile/profile-screen.tsx',
      'app/features/candidates/profile/profile-values.ts',
      'app/features/candidates/profile/use-profile.ts',
      'domain/candidates/candidate-completeness.ts',
    ],
  },
  {
    name: 'account-forms',
    priority: 1,
    modules: [
      'app/features/accounts/account-page.tsx',
      'app/features/accounts/email-field.tsx',
      'app/features/accounts/account-failure.tsx',
      'app/features/accounts/password-field.tsx',
      'app/features/accounts/whose-password.tsx',
      'app/ui/password-input.tsx',
      'domain/account/account.ts',
      'domain/account/password-advice.ts',
    ],
  },
  {
    // What checks a form that is typed into: it would bring the forms of accounts along, with their looks.
    name: 'rules',
    priority: 2,
    modules: [
      'domain/text/text-checks.ts',
      'domain/text/text-rules.ts',
      'domain/text/web-address-rules.ts',
    ],
  },
  {
    name: 'accounts',
    priority: 2,
    modules: [
      'app/features/accounts/accounts.css',
      'app/features/accounts/advice.ts',
      'app/features/accounts/cleared.ts',
      'app/features/accounts/factors/passkey-failure.ts',
      'app/features/accounts/factors/passkey-place.ts',
      'app/features/accounts/factors/ways.ts',
      'app/features/accounts/passkeys/name-of-passkey.ts',
      'app/features/accounts/proof/proof.tsx',
      'app/features/accounts/providers.ts',
      'app/features/accounts/save-export.ts',
      'app/features/accounts/settings/setting.tsx',
      'app/features/accounts/sign-in.ts',
      'app/features/accounts/use-account-rules.ts',
      'app/features/accounts/use-link-arrival.ts',
      'app/features/accounts/use-providers.ts',
      'app/features/accounts/why-refused.ts',
      'domain/account/account-rules.ts',
    ],
  },
];
