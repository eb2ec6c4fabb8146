import { staffList, staffListFile } from '../staff/staff-list.ts';
import type { Subject } from '../subject.ts';
import { checkCredential, credentialIssuer } from './badge/check-credential.ts';
import { credentialFile } from './badge/credential-file.ts';
import { credentialType } from './badge/credential-type.ts';
import { claimByLink } from './holder/claim-by-link.ts';
import {
  claimCredentials,
  disownCredential,
  ownCredentials,
  setCredentialChoices,
} from './holder/own.ts';
import { credentialHolders } from './holders.ts';
import {
  addReminders,
  endSeals,
  sendAwarded,
  sendChanged,
  sendClaim,
  sendEnding,
  tellAwarded,
} from './letters.ts';
import { awardCredentials, previewCredentials } from './staff/award.ts';
import {
  correctName,
  eraseCredential,
  liftSuspension,
  readdressCredential,
  renewCredential,
  replaceCredential,
  revokeCredential,
  suspendCredential,
} from './staff/change.ts';
import { credentials as list, lookCredential } from './staff/list.ts';
import { addCredentialVersion, credentialTypes, setCreditRules } from './staff/types.ts';
import type { CredentialTasks } from './tasks.ts';

export const credentials: Subject<CredentialTasks> = {
  functions: {
    'check-credential': checkCredential,
    'credential-file': credentialFile,
    'credential-issuer': credentialIssuer,
    'credential-type': credentialType,
    'credential-holders': credentialHolders,
    'own-credentials': ownCredentials,
    'claim-credentials': claimCredentials,
    'claim-by-link': claimByLink,
    'disown-credential': disownCredential,
    'set-credential-choices': setCredentialChoices,
  },
  hidden: {
    'staff-list-credentials': staffList(list),
    'staff-file-credentials': staffListFile(list),
    'staff-look-credential': lookCredential,
    'staff-preview-credentials': previewCredentials,
    'staff-award-credentials': awardCredentials,
    'staff-correct-credential-name': correctName,
    'staff-renew-credential': renewCredential,
    'staff-suspend-credential': suspendCredential,
    'staff-lift-suspension': liftSuspension,
    'staff-revoke-credential': revokeCredential,
    'staff-replace-credential': replaceCredential,
    'staff-readdress-credential': readdressCredential,
    'staff-erase-credential': eraseCredential,
    'staff-credential-types': credentialTypes,
    'staff-set-credit-rules': setCreditRules,
    'staff-add-credential-version': addCredentialVersion,
  },
  tasks: {
    'credential-tell': { lane: 'mail', run: tellAwarded },
    'credential-awarded': { lane: 'mail', run: sendAwarded },
    'credential-claim': { lane: 'mail', run: sendClaim },
    'credential-changed': { lane: 'mail', run: sendChanged },
    'credential-ending': { lane: 'mail', run: sendEnding },
    'credential-reminders': { lane: 'background', run: addReminders },
    'credential-seals': { lane: 'background', run: endSeals },
  },
  // In the morning on the US east coast; and once the day has ended everywhere on earth.
  timetable: ['20 12 * * * credential-reminders ?fill=1d', '1 12 * * * credential-seals ?fill=1d'],
};
