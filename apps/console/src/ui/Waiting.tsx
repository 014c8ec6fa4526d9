import { Spin } from 'antd'

/**
 * While a room or its code is on its way. The sign comes late, so that a quick answer does not
 * flicker.
 */
export function Waiting({ full }: { full?: boolean }) {
  return (
    <div
      role="status"
      aria-label="加载中"
      style={{ flex: 1, display: 'grid', placeItems: 'center', minHeight: full ? '100dvh' : 160 }}
    >
      <Spin delay={250} />
    </div>
  )
}
