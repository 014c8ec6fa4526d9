// The front of the profile: all that other areas may import.
export { memberIdOf, memberOf } from './console/memberParts.ts'
export { payRequestsWaiting } from './store/payRequest.sql.ts'
export { listedOf, searchMembers, withWorth } from './console/members.ts'
