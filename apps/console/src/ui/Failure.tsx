import { Button } from 'antd'
import { Blank } from './Blank.tsx'

/** In place of what did not come. A refusal for want of permission cannot be retried away. */
export function Failure({
  error,
  retry,
  full,
}: {
  error: Error
  retry: () => void
  full?: boolean
}) {
  if ('code' in error && error.code === 403)
    return (
      <Blank picture="barred" title="无权限" full={full}>
        {error.message}
      </Blank>
    )
  return (
    <Blank picture="failed" title="没有读取成功" full={full}>
      <p style={{ marginBottom: 16 }}>{error.message}</p>
      <Button onClick={retry}>重试</Button>
    </Blank>
  )
}
