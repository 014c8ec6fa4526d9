import { Alert } from 'antd'
import { Failed } from '../../app/api.ts'

/** Whether an action may have taken effect although it failed. */
export const isUncertain = (error: Error | null): boolean =>
  error instanceof Failed && !error.certain

/** Why an action was not done, and whether it may have taken effect all the same. */
export function ActionError({ error }: { error: Error }) {
  return (
    <Alert
      type="error"
      showIcon
      title={error.message}
      description={
        isUncertain(error) ? '操作可能已经生效。再按一次只会查明结果，不会重复执行。' : undefined
      }
    />
  )
}
