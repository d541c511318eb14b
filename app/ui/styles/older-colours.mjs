const BOTH = "light-dark("

/** A step of the build that adds the same colours for browsers from before May 2024, which lack light-dark() */
export const olderColours = {
  postcssPlugin: "counter:older-colours",
  Once(root) {
    let [lights, darks] = ["", ""]
    root.walkDecls(({ prop, value }) => {
      if (!prop.startsWith("--") || !value.startsWith(BOTH)) return
      const [light, dark] = value.slice(BOTH.length, -1).split(", ")
      lights += `${prop}: ${light};`
      darks += `${prop}: ${dark};`
    })
    const rules = `:root { ${lights} } @media (prefers-color-scheme: dark) { :root { ${darks} } }`
    root.append(`@layer tokens { @supports not (color: light-dark(red, red)) { ${rules} } }`)
  },
}
