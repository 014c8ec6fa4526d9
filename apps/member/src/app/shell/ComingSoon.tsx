import { ButtonLink } from '../../ui/Button.tsx'
import { Empty } from '../../ui/states.tsx'
import { href } from '../paths.ts'
import { texts } from '../texts.ts'

/** What a route shows whose page does not stand yet. */
export const ComingSoon = () => (
  <main className="page">
    <Empty picture="letters" title={texts.comingSoon} next={<ButtonLink kind="tonal" size={44} href={href('/')}>回到首页</ButtonLink>}>
      这里正在准备
    </Empty>
  </main>
)
