import { Button, Tooltip } from 'antd'
import { Icon } from './Icon.tsx'

export function Refresh({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Tooltip title="刷新">
      <Button
        aria-label="刷新"
        icon={<Icon name="refresh" size={16} />}
        loading={busy}
        onClick={onClick}
      />
    </Tooltip>
  )
}
