// The front of log-in, sessions and the payment password: all that other areas may import.
export { newInviteCode } from './member/register.ts'
export { checkPayPassword } from './payPassword.ts'
export { tokenHash } from './session.ts'
export {
  changePassword,
  changePayPassword,
  changeProfile,
  changeTransferStatus,
  createMember,
  markLogin,
  memberByName,
  readMember,
  setAgent,
  type Member,
} from './store/member.sql.ts'
export { sessionStart } from './store/session.sql.ts'
