import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.JSON;
import org.openapitools.client.model.ActionRequest;
import org.openapitools.client.model.Event;
import org.openapitools.client.model.EventPage;
import org.openapitools.client.model.LegalAction;
import org.openapitools.client.model.TableView;

/** Reads a page of events with a view, from a file, and writes an action: with the classes of the generated client. */
class Probe {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = JSON.getDefault().getMapper();
        EventPage page = mapper.readValue(Files.readString(Path.of(arguments[0])), EventPage.class);
        for (Event event : page.getEvents()) {
            System.out.println(event.getSeq() + " " + event.getType().getValue() + " " + event.getSeat());
        }
        TableView view = page.getTable();
        System.out.println(view.getStatus().getValue() + " " + view.getHand().getYourCards());
        for (LegalAction action : view.getLegalActions()) {
            System.out.println(action.getType().getValue() + " " + action.getMin());
        }
        ActionRequest bet = new ActionRequest().turn(41).type(ActionRequest.TypeEnum.ENVIDO).amount(5);
        System.out.println(mapper.writeValueAsString(bet));
    }
}
