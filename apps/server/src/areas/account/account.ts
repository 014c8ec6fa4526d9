// The front of log-in, sessions and the payment password: all that other areas may import.
export { newInviteCode } from './member/register.ts'
export { proveSelf } from './member/safety.ts'
export { countTry } from './guessing.ts'
export { cardNotice, contactNotice, deviceNotice } from './notices.ts'
export { provenChange, type Changing } from './provenChange.ts'
export { checkPayPassword, hasOncePayPassword } from './payPassword.ts'
export { tokenHash } from './session.ts'
export {
  countProof,
  dropFactorsOf,
  factorHolds,
  factorsOfMember,
  factorWays,
  ownerOf,
  wrongFactor,
} from './secondFactor.ts'
export {
  changePayPassword,
  changeProfile,
  changeTransferStatus,
  createMember,
  markLogin,
  memberByName,
  passwordHashes,
  readMember,
  replacePassword,
  setAgent,
  type Member,
} from './store/member.sql.ts'
export { provePassword } from './member/safety.ts'
export { noteChange } from './store/change.sql.ts'
export { isWeak } from './weakPassword.ts'
export { endAccess, endSessionMarked, sessionStart } from './store/session.sql.ts'
export { dropTraces } from './store/trace.sql.ts'
export { dropTickets, insertTicket, takeTicket } from './store/ticket.sql.ts'
