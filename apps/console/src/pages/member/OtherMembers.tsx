import { href } from '../../app/address.ts'
import { Status } from '../../ui/values/Status.tsx'

/** How many other members share a device or an address, with the way to them. */
export const OtherMembers = ({ of, count }: { of: number; count: number }) =>
  count > 0 ? (
    <a href={href(`/members/${of}`, { tab: 'links' })}>
      <Status tone="waiting">{`${count} 人`}</Status>
    </a>
  ) : (
    '—'
  )
