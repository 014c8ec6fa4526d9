import { href } from '../routes/paths.ts'
import css from './wallet.module.css'

/** Below a money form: the way to somebody who helps. */
export const ServiceAsk = ({ about }: { about: string }) => (
  <p className={css.ask}>
    {about}遇到问题？联系<a href={href('/kefu')}>人工客服</a>解决
  </p>
)
