import type { Subject } from '../subject.ts';
import { accept } from './accept.ts';
import { alarms } from './alarms/alarms.ts';
import { addDigests, sendDigest } from './alarms/digest.ts';
import { hearing, setAlarmWebhook, setHearing, tryAlarm } from './alarms/hearing.ts';
import { speed } from './alarms/speed.ts';
import { cleanLog, sendInvitation, sendRoleMail } from './invitation.ts';
import { companies, countCompanies } from './jobs/companies.ts';
import { hideJobs, jobs, releaseJobs } from './jobs/jobs.ts';
import { checkLaunch, sendLaunchMail } from './launch/check.ts';
import {
  checkAgain,
  confirmPoint,
  launchAnyway,
  readLaunch,
  tryLaunchMail,
  unconfirmPoint,
  undoLaunchAnyway,
} from './launch/launch.ts';
import { checkLog, eraseDetails, findDetails, log } from './log.ts';
import { dropTasks, mailQueue, retryTasks } from './mails/mail-queue.ts';
import { lookMail, mails } from './mails/mails.ts';
import { doPaymentTask } from './memberships/do-payment-act.ts';
import { memberships } from './memberships/memberships.ts';
import { lookMembership } from './memberships/one-membership.ts';
import { cancelMembership, refundMembership } from './memberships/payment-acts.ts';
import { tellCancelled } from './memberships/tell-cancelled.ts';
import {
  newsletterProgress,
  newsletters,
  previewNewsletter,
  readNewsletter,
  removeNewsletter,
  saveNewsletter,
} from './newsletter/drafts.ts';
import { sendNewsletter, stopNewsletter, tryNewsletter } from './newsletter/sending.ts';
import { ownPages } from './own-pages.ts';
import {
  approveFactorHelp,
  helpLostFactor,
  sendFactorHelp,
  stopFactorHelp,
  tellFactorsEnded,
} from './people/factor-help.ts';
import { lookPerson } from './people/look-person.ts';
import { people } from './people/people-list.ts';
import {
  addNote,
  blockPerson,
  deletePerson,
  endSessions,
  resendConfirmation,
  unblockPerson,
} from './people/person-acts.ts';
import { mailExport, sendExport, takeExport } from './people/person-export.ts';
import { tellDeleted } from './people/tell-deleted.ts';
import { forgetAddress, lookAddress } from './people/without-account.ts';
import { answerReview } from './review/answer.ts';
import { askCase, hideCase, leaveCase, releaseCase, takeCase } from './review/decide.ts';
import { sendCaseMail, sendReportMail } from './review/letters.ts';
import { reviewCase } from './review/one-case.ts';
import { cases } from './review/queue.ts';
import { settleCasePostings } from './review/settle-postings.ts';
import { staffList, staffListFile } from './staff-list.ts';
import type { StaffTasks } from './tasks.ts';
import { appoint, changeRole, leave, removeMember, team, withdrawInvitation } from './team.ts';
import { countFigures } from './today/count-figures.ts';
import { today } from './today/today.ts';
import { queueLegalLetters, sendLegalLetters } from './words/legal-letters.ts';
import { previewWords, words, wordsOfKind, wordVersion, wordVersions } from './words/look.ts';
import { draftWords, publishWords, removeWordsDraft, restoreWords } from './words/publish.ts';

export const staff: Subject<StaffTasks> = {
  functions: { 'own-pages': ownPages, 'take-export': takeExport, 'answer-review': answerReview },
  hidden: {
    'staff-accept': accept,
    'staff-appoint': appoint,
    'staff-withdraw-invitation': withdrawInvitation,
    'staff-change-role': changeRole,
    'staff-remove-member': removeMember,
    'staff-leave': leave,
    'staff-check-log': checkLog,
    'staff-find-details': findDetails,
    'staff-erase-details': eraseDetails,
    'staff-list-team': staffList(team),
    'staff-file-team': staffListFile(team),
    'staff-list-log': staffList(log),
    'staff-file-log': staffListFile(log),
    // People
    'staff-list-people': staffList(people),
    'staff-file-people': staffListFile(people),
    'staff-look-person': lookPerson,
    'staff-block-person': blockPerson,
    'staff-unblock-person': unblockPerson,
    'staff-end-sessions': endSessions,
    'staff-resend-confirmation': resendConfirmation,
    'staff-help-lost-factor': helpLostFactor,
    'staff-stop-factor-help': stopFactorHelp,
    'staff-approve-factor-help': approveFactorHelp,
    'staff-send-export': sendExport,
    'staff-delete-person': deletePerson,
    'staff-add-note': addNote,
    'staff-look-address': lookAddress,
    'staff-forget-address': forgetAddress,
    // The review queue.
    'staff-list-cases': staffList(cases),
    'staff-review-case': reviewCase,
    'staff-take-case': takeCase,
    'staff-leave-case': leaveCase,
    'staff-release-case': releaseCase,
    'staff-hide-case': hideCase,
    'staff-ask-case': askCase,
    // Lists
    'staff-list-jobs': staffList(jobs),
    'staff-file-jobs': staffListFile(jobs),
    'staff-hide-jobs': hideJobs,
    'staff-release-jobs': releaseJobs,
    'staff-list-companies': staffList(companies),
    'staff-file-companies': staffListFile(companies),
    'staff-list-memberships': staffList(memberships),
    'staff-file-memberships': staffListFile(memberships),
    'staff-look-membership': lookMembership,
    'staff-refund-membership': refundMembership,
    'staff-cancel-membership': cancelMembership,
    'staff-list-mails': staffList(mails),
    'staff-file-mails': staffListFile(mails),
    'staff-look-mail': lookMail,
    'staff-list-mail-queue': mailQueue,
    'staff-retry-tasks': retryTasks,
    'staff-drop-tasks': dropTasks,
    // Notifications to staff.
    'staff-hearing': hearing,
    'staff-set-hearing': setHearing,
    'staff-set-alarm-webhook': setAlarmWebhook,
    'staff-try-alarm': tryAlarm,
    'staff-list-alarms': staffList(alarms),
    'staff-speed': speed,
    // Today.
    'staff-today': today,
    // The newsletter.
    'staff-list-newsletters': staffList(newsletters),
    'staff-read-newsletter': readNewsletter,
    'staff-newsletter-progress': newsletterProgress,
    'staff-preview-newsletter': previewNewsletter,
    'staff-save-newsletter': saveNewsletter,
    'staff-remove-newsletter': removeNewsletter,
    'staff-try-newsletter': tryNewsletter,
    'staff-send-newsletter': sendNewsletter,
    'staff-stop-newsletter': stopNewsletter,
    // The launch.
    'staff-read-launch': readLaunch,
    'staff-check-launch': checkAgain,
    'staff-try-launch-mail': tryLaunchMail,
    'staff-confirm-launch-point': confirmPoint,
    'staff-unconfirm-launch-point': unconfirmPoint,
    'staff-launch-anyway': launchAnyway,
    'staff-undo-launch-anyway': undoLaunchAnyway,
    // Words.
    'staff-words': words,
    'staff-words-of-kind': wordsOfKind,
    'staff-word-version': wordVersion,
    'staff-list-word-versions': staffList(wordVersions),
    'staff-preview-words': previewWords,
    'staff-draft-words': draftWords,
    'staff-remove-words-draft': removeWordsDraft,
    'staff-publish-words': publishWords,
    'staff-restore-words': restoreWords,
  },
  tasks: {
    'staff-invitation': { lane: 'urgent', run: sendInvitation },
    'staff-role-mail': { lane: 'mail', run: sendRoleMail },
    'clean-staff-log': { lane: 'background', run: cleanLog },
    // People
    'staff-factor-help': { lane: 'urgent', run: sendFactorHelp },
    'staff-factors-ended': { lane: 'urgent', run: tellFactorsEnded },
    'staff-export': { lane: 'urgent', run: mailExport },
    'case-postings': { lane: 'background', run: settleCasePostings },
    'review-mail': { lane: 'mail', run: sendCaseMail },
    'report-mail': { lane: 'mail', run: sendReportMail },
    // Lists
    'staff-cancellation-mail': { lane: 'mail', run: tellCancelled },
    'staff-deletion-mail': { lane: 'mail', run: tellDeleted },
    'staff-payment-act': { lane: 'background', run: doPaymentTask },
    'count-companies': { lane: 'background', run: countCompanies },
    'staff-digests': { lane: 'background', run: addDigests },
    'staff-digest': { lane: 'mail', run: sendDigest },
    'count-figures': { lane: 'background', run: countFigures },
    'check-launch': { lane: 'background', run: checkLaunch },
    'launch-mail': { lane: 'urgent', run: sendLaunchMail },
    'legal-news': { lane: 'background', run: queueLegalLetters },
    'legal-letters': { lane: 'bulk', run: sendLegalLetters },
  },
  timetable: [
    '29 4 * * * clean-staff-log ?fill=1d',
    // In the morning on the US east coast.
    '40 11 * * * staff-digests ?fill=6h',
    '11 * * * * count-figures ?fill=1h',
    '*/10 * * * * check-launch',
    '*/10 * * * * count-companies',
  ],
};
