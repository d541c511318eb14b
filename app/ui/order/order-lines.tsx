import type { OrderLine } from "~/domain/orders/order"
import { paths } from "~/paths"
import { Price } from "~/ui/price"
import { LineItem } from "./line-item"

interface BoughtItemsProps {
  lines: (Pick<OrderLine, "productId" | "variantId" | "name" | "price" | "quantity" | "picture"> &
    Partial<OrderLine> & { productName?: string })[]
}

export function OrderLines({ lines }: BoughtItemsProps) {
  return (
    <ul className="line-items">
      {lines.map(
        ({
          id,
          productId,
          variantId,
          name,
          productName = name,
          values = [],
          picture,
          price,
          quantity,
          onSale = true,
          withdrawalExemption,
        }) => (
          <LineItem
            key={id ?? variantId}
            name={name}
            picture={picture}
            to={onSale ? paths.product({ id: productId, name: productName, values }) : undefined}
            detail={
              <>
                {quantity} × <Price cents={price} />
              </>
            }
            exemption={withdrawalExemption}
            amount={<Price cents={price * quantity} />}
          />
        ),
      )}
    </ul>
  )
}
