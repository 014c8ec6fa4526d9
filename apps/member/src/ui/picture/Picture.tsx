/** The small picture of an empty or failed state, by its shapes. */
export const Picture = ({ shapes, width = 160 }: { shapes: string; width?: number }) => (
  <svg
    viewBox="0 0 160 120"
    width={width}
    height={width * 0.75}
    fill="none"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: shapes }}
  />
)
