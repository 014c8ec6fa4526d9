import { pictures, type PictureName } from './pictures.ts'

/** The small picture of an empty or failed state. */
export const Picture = ({ name, width = 160 }: { name: PictureName; width?: number }) => (
  <svg
    viewBox="0 0 160 120"
    width={width}
    height={width * 0.75}
    fill="none"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: pictures[name] }}
  />
)
