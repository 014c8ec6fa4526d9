import css from './phone.module.css'

/**
 * The top of the member app's first page, as a phone shows it: the moving notice and the picture.
 */
export function PhoneHome({
  banner,
  notice,
}: {
  banner?: { src: string; title: string }
  notice?: string
}) {
  return (
    <section className={css.phone} aria-label="手机预览">
      <header>首页</header>
      <div className={css.home}>
        {banner?.src ? (
          <img src={banner.src} alt={banner.title} />
        ) : (
          <div className={css.place}>轮播图</div>
        )}
        <p>
          <b>公告</b>
          <span>{notice || '……'}</span>
        </p>
        <div className={css.place}>游戏</div>
      </div>
    </section>
  )
}
