export { memberIdOf } from './console/memberParts.ts'
export { listedOf, withWorth } from './console/members.ts'
