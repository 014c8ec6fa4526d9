import { Status } from '../../ui/values/Status.tsx'

/** How many other members share a device or an address. */
export const OtherMembers = ({ count }: { count: number }) =>
  count > 0 ? <Status tone="waiting">{`${count} 人`}</Status> : '—'
