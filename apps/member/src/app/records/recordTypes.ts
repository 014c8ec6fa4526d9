import { recordType } from '@tianping/contract/records/facts'

/** The lists of records as addresses name them: by the number that the call takes. */
export const recordTypes = {
  deposit: `${recordType.deposit}`,
  withdrawal: `${recordType.withdrawal}`,
  transferIn: `${recordType.transferIn}`,
  transferOut: `${recordType.transferOut}`,
} as const
export type RecordType = (typeof recordTypes)[keyof typeof recordTypes]
