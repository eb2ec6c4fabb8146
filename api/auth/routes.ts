import { createUser } from './admin/create-user.ts';
import { deleteUser } from './admin/delete-user.ts';
import { deleteUserFactor, listUserFactors, updateUserFactor } from './admin/factors.ts';
import { generateLink } from './admin/generate-link.ts';
import { invite } from './admin/invite.ts';
import { deleteUserPasskey, listUserPasskeys } from './admin/passkeys.ts';
import { listUsers, readUser } from './admin/read-users.ts';
import { updateUserById } from './admin/update-user.ts';
import type { Endpoint } from './context.ts';
import { authorize, authorizeLink } from './endpoints/authorize.ts';
import { returnByForm, returnByLink } from './endpoints/callback.ts';
import { claim } from './endpoints/claim.ts';
import { confirmIdentity } from './endpoints/confirm-identity.ts';
import { getUser } from './endpoints/get-user.ts';
import { logOut } from './endpoints/logout.ts';
import { sendOtp } from './endpoints/otp.ts';
import { endOneSession, listEvents, listSessions } from './endpoints/own-sessions.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import {
  getHealth,
  getKeySet,
  getOpenIdConfiguration,
  getSettings,
} from './endpoints/service-facts.ts';
import { signUp } from './endpoints/signup.ts';
import { refuseSso } from './endpoints/sso.ts';
import { grantToken } from './endpoints/token.ts';
import { unlinkIdentity } from './endpoints/unlink-identity.ts';
import { updateUser } from './endpoints/update-user.ts';
import { verify } from './endpoints/verify.ts';
import { showVerifyPage } from './endpoints/verify-page.ts';
import { challengeFactor } from './factors/challenge.ts';
import { enrollFactor } from './factors/enroll.ts';
import {
  countRecoveryCodes,
  dropRecoveryCodes,
  makeRecoveryCodes,
  remakeRecoveryCodes,
  spendRecoveryCode,
} from './factors/recovery-codes.ts';
import { unenrollFactor } from './factors/unenroll.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/manage.ts';
import { addPasskey, offerPasskey } from './passkeys/register.ts';
import { askForPasskey, signInByPasskey } from './passkeys/sign-in.ts';

/** Every route of the service. */
export const routes: readonly [method: string, path: string, endpoint: Endpoint][] = [
  ['GET', '/health', getHealth],
  ['GET', '/settings', getSettings],
  ['GET', '/.well-known/jwks.json', getKeySet],
  ['GET', '/.well-known/openid-configuration', getOpenIdConfiguration],

  ['POST', '/signup', signUp],
  ['POST', '/token', grantToken],
  ['POST', '/logout', logOut],
  ['POST', '/recover', recover],
  ['POST', '/otp', sendOtp],
  ['POST', '/magiclink', sendOtp],
  ['POST', '/resend', resend],
  ['GET', '/verify', showVerifyPage],
  ['POST', '/verify', verify],
  ['POST', '/claim', claim],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/reauthenticate', confirmIdentity],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser],

  ['GET', '/user/sessions', listSessions],
  ['DELETE', '/user/sessions/:id', endOneSession],
  ['GET', '/user/events', listEvents],

  ['GET', '/authorize', authorize],
  ['GET', '/callback', returnByLink],
  ['POST', '/callback', returnByForm],
  ['GET', '/user/identities/authorize', authorizeLink],
  ['DELETE', '/user/identities/:id', unlinkIdentity],

  ['GET', '/passkeys', listPasskeys],
  ['POST', '/passkeys/registration/options', offerPasskey],
  ['POST', '/passkeys/registration/verify', addPasskey],
  ['POST', '/passkeys/authentication/options', askForPasskey],
  ['POST', '/passkeys/authentication/verify', signInByPasskey],
  ['PATCH', '/passkeys/:passkeyId', renamePasskey],
  ['DELETE', '/passkeys/:passkeyId', removePasskey],

  ['POST', '/sso', refuseSso],
  ['GET', '/sso/saml/metadata', refuseSso],
  ['POST', '/sso/saml/acs', refuseSso],

  ['GET', '/factors/recovery-codes', countRecoveryCodes],
  ['POST', '/factors/recovery-codes', makeRecoveryCodes],
  ['DELETE', '/factors/recovery-codes', dropRecoveryCodes],
  ['POST', '/factors/recovery-codes/verify', spendRecoveryCode],
  ['POST', '/factors/recovery-codes/regenerate', remakeRecoveryCodes],
  ['POST', '/factors', enrollFactor],
  ['DELETE', '/factors/:id', unenrollFactor],
  ['POST', '/factors/:id/challenge', challengeFactor],
  ['POST', '/factors/:id/verify', verifyFactor],

  ['POST', '/invite', invite],
  ['POST', '/admin/generate_link', generateLink],
  ['GET', '/admin/users', listUsers],
  ['POST', '/admin/users', createUser],
  ['GET', '/admin/users/:id', readUser],
  ['PUT', '/admin/users/:id', updateUserById],
  ['DELETE', '/admin/users/:id', deleteUser],
  ['GET', '/admin/users/:id/factors', listUserFactors],
  ['PUT', '/admin/users/:id/factors/:factorId', updateUserFactor],
  ['DELETE', '/admin/users/:id/factors/:factorId', deleteUserFactor],
  ['GET', '/admin/users/:id/passkeys', listUserPasskeys],
  ['DELETE', '/admin/users/:id/passkeys/:passkeyId', deleteUserPasskey],
];
