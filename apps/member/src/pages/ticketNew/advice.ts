import type { TicketTopic } from '@tianping/contract/tickets/facts'
import { href } from '../../app/routes/paths.ts'

type Advice = { text: string; go: string; href: string }

/** What answers most questions at once, and where; it stands before the question is written. */
export const advice: Readonly<Partial<Record<TicketTopic, Advice>>> = {
  deposit: {
    text: '银行转账需要人工审核，通常在十分钟内完成。仍未到账，请附上订单和付款截图。',
    go: '看存款记录',
    href: href('/transRecord'),
  },
  withdrawal: {
    text: '取款页会写明原因：还差多少流水、超出限额或需要认证。',
    go: '看取款页',
    href: href('/withdrawal'),
  },
  bet: {
    text: '投注记录里可以看到每一注的局号、结果和派彩，请附上有疑问的注单。',
    go: '看投注记录',
    href: href('/betRecord'),
  },
  safety: {
    text: '修改密码、查看登录设备、退出其他设备，都可以自己完成，立即生效。',
    go: '去账户安全',
    href: href('/safety'),
  },
  identity: {
    text: '提交的资料审核到哪一步、还差什么，都写在身份认证页。',
    go: '看认证进度',
    href: href('/verification'),
  },
  limits: {
    text: '设置限额、暂停和自我排除可以自己完成，立即生效，不必等客服。',
    go: '去理性博彩',
    href: href('/protect'),
  },
}
