import css from './kit.module.css'

/** Both themes side by side, each on a phone of its own: media queries and layers need a window. */
export const Themes = () => (
  <main className={css.themes}>
    {(['light', 'dark'] as const).map(theme => (
      <iframe key={theme} title={theme} src={`?theme=${theme}`} />
    ))}
  </main>
)
