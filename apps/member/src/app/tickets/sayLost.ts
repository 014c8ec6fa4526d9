import { toast } from '../../ui/layer/toast.tsx'
import { leftOf, Unreachable } from '../api.ts'

/** A message whose answer was lost stays in its field; sending it again does not say it twice. */
export function sayLost(error: Error) {
  if (error instanceof Unreachable && !leftOf(error))
    toast('网络中断，内容已保留，恢复后请再次发送', 'danger')
}
